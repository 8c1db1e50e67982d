import type { AssemblerInput } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { ClaudeContextAssembler } from './claude-context-assembler.ts';

const everything: AssemblerInput = {
  contextMessages: [
    { from: 'kailai', to: 'max', content: 'Hi' },
    { from: 'max', to: 'sarah', content: 'Hello\nthere' },
  ],
  currentMessage: 'What do you think?',
  teamTask: 'Build it',
  systemInstruction: 'You are Sarah',
  instructionFileText: 'Be brief',
  maxBytes: 10_000,
};

const assemble = (change: Partial<AssemblerInput> = {}) =>
  new ClaudeContextAssembler().assemble({ ...everything, ...change });

const nothing: AssemblerInput = { contextMessages: [], currentMessage: '', teamTask: null, maxBytes: 10_000 };

describe('ClaudeContextAssembler', () => {
  it('is for claude-code', () => {
    expect(new ClaudeContextAssembler().getAgentType()).toBe('claude-code');
  });

  it('writes all sections in order, with a blank line between them', () => {
    expect(assemble().prompt).toBe(
      '[TEAM_TASK]\nBuild it\n\n[CONTEXT]\n- kailai -> max: Hi\n- max -> sarah: Hello\nthere\n\n[MESSAGE]\nWhat do you think?',
    );
  });

  it('puts the instructions into the system flag, joined by a blank line', () => {
    const { prompt, systemFlag } = assemble();
    expect(systemFlag).toBe('You are Sarah\n\nBe brief');
    expect(prompt).not.toContain('Sarah\n');
  });

  it('accepts a system instruction without an instruction file', () => {
    expect(assemble({ instructionFileText: undefined }).systemFlag).toBe('You are Sarah');
  });

  it('accepts an instruction file without a system instruction', () => {
    expect(assemble({ systemInstruction: undefined }).systemFlag).toBe('Be brief');
  });

  it('trims the instructions and ignores blank ones', () => {
    expect(assemble({ systemInstruction: ' a \n', instructionFileText: '\t\n' }).systemFlag).toBe('a');
    expect(assemble({ systemInstruction: '  ', instructionFileText: '\n' }).systemFlag).toBeUndefined();
  });

  it('has no system flag without instructions', () => {
    expect(assemble({ systemInstruction: undefined, instructionFileText: undefined }).systemFlag).toBeUndefined();
  });

  it('leaves out the task if it is null or blank', () => {
    expect(assemble({ teamTask: null }).prompt).not.toContain('[TEAM_TASK]');
    expect(assemble({ teamTask: ' \n ' }).prompt).not.toContain('[TEAM_TASK]');
  });

  it('leaves out the conversation if there are no messages', () => {
    expect(assemble({ contextMessages: [] }).prompt).toBe('[TEAM_TASK]\nBuild it\n\n[MESSAGE]\nWhat do you think?');
  });

  it('leaves out the message if it is blank', () => {
    expect(assemble({ currentMessage: ' ' }).prompt).not.toContain('[MESSAGE]');
  });

  it('gives an empty prompt for an empty input', () => {
    expect(new ClaudeContextAssembler().assemble(nothing)).toEqual({ prompt: '', systemFlag: undefined });
  });

  it('drops the oldest message first and keeps task, message and system flag', () => {
    const whole = assemble();
    const bytes = Buffer.byteLength(whole.prompt) + Buffer.byteLength(whole.systemFlag ?? '');
    expect(assemble({ maxBytes: bytes })).toEqual(whole);
    expect(assemble({ maxBytes: bytes - 1 })).toEqual({
      prompt: '[TEAM_TASK]\nBuild it\n\n[CONTEXT]\n- max -> sarah: Hello\nthere\n\n[MESSAGE]\nWhat do you think?',
      systemFlag: whole.systemFlag,
    });
  });
});
