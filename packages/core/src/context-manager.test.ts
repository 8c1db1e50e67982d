import { ClaudeContextAssembler } from '@ctx/assembler-claude';
import { CodexContextAssembler } from '@ctx/assembler-codex';
import { GeminiContextAssembler } from '@ctx/assembler-gemini';
import type { IContextAssembler, Logger, NewMessage } from '@ctx/contract';
import { describe, expect, it, vi } from 'vitest';
import { ContextManager } from './context-manager.ts';

const max = { roleId: 'max', roleName: 'Max', type: 'ai' } as const;
const sarah = { roleId: 'sarah', roleName: 'Sarah', type: 'ai' } as const;
const kai = { roleId: 'kai', roleName: 'Kai', type: 'human' } as const;

const silent = (): Logger => ({ debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() });
const say = (content: string, speaker: NewMessage['speaker'] = kai): NewMessage => ({ content, speaker });

function conversation(contents: readonly string[], options = {}): ContextManager {
  const context = new ContextManager({ logger: silent(), ...options });
  for (const content of contents) context.addMessage(say(content));
  return context;
}

const contents = (context: ContextManager, options = {}) =>
  context.getContextForAgent('max', 'claude', options).contextMessages.map(({ content }) => content);

describe('addMessage', () => {
  it('generates ids in order, returns a frozen copy and calls the hook', () => {
    const onMessageAdded = vi.fn();
    const logger = silent();
    const context = new ContextManager({ onMessageAdded, logger });
    const message = say('one');
    const stored = context.addMessage(message);
    expect(stored).toEqual({ ...message, id: 'msg-1' });
    expect(stored).not.toBe(message);
    expect(Object.isFrozen(stored)).toBe(true);
    expect(context.addMessage(say('two')).id).toBe('msg-2');
    expect(onMessageAdded).toHaveBeenNthCalledWith(1, stored);
    expect(logger.debug).toHaveBeenCalledWith('[ContextManager] Message added: msg-2');
  });

  it('keeps a given id, refuses a taken one and skips it when it generates ids', () => {
    const context = conversation([]);
    expect(context.addMessage({ ...say('x'), id: 'msg-2' }).id).toBe('msg-2');
    expect(context.addMessage(say('y')).id).toBe('msg-1');
    expect(context.addMessage(say('z')).id).toBe('msg-3');
    expect(() => context.addMessage({ ...say('x'), id: 'msg-2' })).toThrow(
      expect.objectContaining({ code: 'CTX_DUPLICATE_MESSAGE' }),
    );
    expect(context.getMessages()).toHaveLength(3);
  });

  it.each([
    [null, 'Message cannot be null or undefined'],
    [undefined, 'Message cannot be null or undefined'],
    [{ speaker: kai }, 'Message content must be a string'],
    [{ content: 'x' }, 'Message speaker is required'],
    [{ content: 'x', speaker: { roleName: 'x' } }, 'Message speaker.roleId is required'],
    [{ content: 'x', speaker: { ...kai, type: 'robot' } }, 'Message speaker.type must be human, ai or system'],
    [{ content: 'x', speaker: kai, id: 7 }, 'Message id must be a non-empty string'],
    [{ content: 'x', speaker: kai, timestamp: new Date('no') }, 'Message timestamp must be a date'],
    [{ content: 'x', speaker: kai, routing: { resolvedAddressees: 'max' } }, 'must be a list of names'],
  ])('refuses %j and uses up no id', (message, reason) => {
    const onMessageAdded = vi.fn();
    const context = new ContextManager({ onMessageAdded });
    expect(() => context.addMessage(message as never)).toThrow(TypeError);
    expect(() => context.addMessage(message as never)).toThrow(reason);
    expect(onMessageAdded).not.toHaveBeenCalled();
    expect(context.addMessage(say('ok')).id).toBe('msg-1');
  });

  it('stores the message even if the hook throws, and throws the error of the hook', () => {
    const context = new ContextManager({
      onMessageAdded: () => {
        throw new Error('hook');
      },
    });
    expect(() => context.addMessage(say('x'))).toThrow('hook');
    expect(context.getLatestMessage()?.content).toBe('x');
    expect(() => context.addMessage(say('y'))).toThrow('hook');
    expect(context.getMessages().map(({ id }) => id)).toEqual(['msg-1', 'msg-2']);
  });

  it('stores a copy that the caller cannot change', () => {
    const speaker = { ...max } as { roleName: string } & typeof max;
    const addressees = ['Sarah'];
    const context = conversation([]);
    context.addMessage({ content: 'x', speaker, routing: { resolvedAddressees: addressees } });
    speaker.roleName = 'Mallory' as never;
    addressees.push('Eve');
    context.addMessage(say('now'));
    expect(context.getContextForAgent('a', 'claude').contextMessages).toEqual([
      { from: 'Max', to: 'Sarah', content: 'x' },
    ]);
  });
});

describe('a context manager', () => {
  it('returns a new array of messages each time', () => {
    const context = conversation(['a']);
    context.getMessages().pop();
    expect(context.getMessages()).toHaveLength(1);
    expect(new ContextManager().getLatestMessage()).toBeNull();
  });

  it('cuts a long task at a character boundary, warns with the sizes and calls the hook', () => {
    const onTeamTaskChanged = vi.fn();
    const logger = silent();
    const context = new ContextManager({ onTeamTaskChanged, logger });
    context.setTeamTask('x'.repeat(6144));
    expect(context.getTeamTask()).toBe('x'.repeat(5120));
    expect(logger.warn).toHaveBeenCalledWith(
      '[ContextManager] TeamTask exceeded 5KB limit (6144 bytes), truncated to 5120 bytes',
    );
    context.setTeamTask('漢'.repeat(2000));
    expect(logger.warn).toHaveBeenLastCalledWith(
      '[ContextManager] TeamTask exceeded 5KB limit (6000 bytes), truncated to 5118 bytes',
    );
    expect(onTeamTaskChanged).toHaveBeenLastCalledWith('漢'.repeat(1706));
    context.setTeamTask('y'.repeat(5120));
    expect(logger.warn).toHaveBeenCalledTimes(2);
  });

  it('warns on the console without a logger', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    new ContextManager().setTeamTask('x'.repeat(5121));
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });

  it('prints the error of an async hook on the console without a logger', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    new ContextManager({ onMessageAdded: () => Promise.reject(new Error('disk full')) }).addMessage(say('a'));
    await vi.waitFor(() => expect(error).toHaveBeenCalledOnce());
    expect(error).toHaveBeenCalledWith('[ContextManager] onMessageAdded rejected: Error: disk full');
    error.mockRestore();
  });

  it('removes messages, task and generated ids with clear', () => {
    const onTeamTaskChanged = vi.fn();
    const context = conversation(['a'], { onTeamTaskChanged });
    context.setTeamTask('T');
    context.clear();
    expect(context.getMessages()).toEqual([]);
    expect(context.getTeamTask()).toBeNull();
    expect(onTeamTaskChanged).toHaveBeenLastCalledWith(null);
    expect(context.addMessage(say('b')).id).toBe('msg-1');
  });

  it('keeps only the newest messages with maxMessages', () => {
    const context = conversation(['a', 'b', 'c', 'd', 'e'], { maxMessages: 2 });
    expect(context.getMessages().map(({ content }) => content)).toEqual(['d', 'e']);
    expect(() => context.getContextForAgent('m', 'claude', { replyTo: 'msg-1' })).toThrow(
      expect.objectContaining({ code: 'CTX_UNKNOWN_MESSAGE' }),
    );
    expect(contents(context, { replyTo: 'msg-4' })).toEqual(['e']);
    expect(context.addMessage({ ...say('f'), id: 'msg-1' }).id).toBe('msg-1');
  });

  it.each([
    [{ maxMessages: -1 }],
    [{ maxBytes: Number.NaN }],
    [{ maxBytes: Number.POSITIVE_INFINITY }],
    [{ maxBytes: -1 }],
    [{ contextWindowSize: -1 }],
  ])('refuses %j', (options) => {
    expect(() => new ContextManager(options)).toThrow(RangeError);
  });
});

describe('getContextForAgent', () => {
  const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

  it('gives the window before the latest message, oldest first, with senders and without markers', () => {
    const context = conversation([]);
    context.setTeamTask('T');
    context.addMessage({ content: 'hi [NEXT: max]', speaker: kai, routing: { resolvedAddressees: ['Max', 'Sarah'] } });
    context.addMessage({ content: 'hello', speaker: max, routing: { resolvedAddressees: [] } });
    context.addMessage(say('[FROM:kai] now'));
    expect(context.getContextForAgent('max', 'claude', { systemInstruction: 'S', instructionFileText: 'F' })).toEqual({
      contextMessages: [
        { from: 'Kai', to: 'Max, Sarah', content: 'hi' },
        { from: 'Max', to: 'all', content: 'hello' },
      ],
      currentMessage: 'now',
      teamTask: 'T',
      systemInstruction: 'S',
      instructionFileText: 'F',
      maxBytes: 786_432,
    });
    expect(context.getMessages()[0]?.content).toBe('hi [NEXT: max]');
  });

  it('works without any message', () => {
    const context = new ContextManager({ maxBytes: 100, logger: silent() });
    context.setTeamTask('T');
    expect(context.getContextForAgent('a', 'b', { systemInstruction: 'S' })).toEqual({
      contextMessages: [],
      currentMessage: '',
      teamTask: 'T',
      systemInstruction: 'S',
      maxBytes: 100,
    });
    expect(context.assembleForAgent('a', 'claude-code').prompt).toBe('T');
  });

  it('has a window of five messages by default, or of any other size', () => {
    const context = conversation(letters);
    expect(contents(context)).toEqual(['b', 'c', 'd', 'e', 'f']);
    expect(contents(context, { windowSizeOverride: 0 })).toEqual([]);
    expect(contents(context, { windowSizeOverride: 2 })).toEqual(['e', 'f']);
    expect(contents(context, { windowSizeOverride: Number.POSITIVE_INFINITY })).toEqual(letters.slice(0, 6));
    expect(contents(conversation(letters, { contextWindowSize: 1 }))).toEqual(['f']);
    for (const windowSizeOverride of [-1, Number.NaN]) {
      expect(() => contents(context, { windowSizeOverride })).toThrow(RangeError);
    }
  });

  it('answers another message with replyTo, and takes the newest of all others as context', () => {
    const context = conversation(letters);
    const reply = context.getContextForAgent('m', 'claude', { replyTo: 'msg-6', windowSizeOverride: 2 });
    expect(reply.currentMessage).toBe('f');
    expect(reply.contextMessages.map(({ content }) => content)).toEqual(['e', 'g']);
    expect(contents(context, { replyTo: 'msg-1', windowSizeOverride: 2 })).toEqual(['f', 'g']);
    expect(contents(context, { replyTo: 'msg-5', windowSizeOverride: 2 })).toEqual(['f', 'g']);
    expect(contents(context, { replyTo: 'msg-3', windowSizeOverride: Number.POSITIVE_INFINITY })).toEqual(
      letters.filter((letter) => letter !== 'c'),
    );
    expect(contents(context, { replyTo: 'msg-3', windowSizeOverride: 0 })).toEqual([]);
  });

  it('ignores messages after upTo', () => {
    const context = conversation(letters);
    expect(context.getContextForAgent('m', 'claude', { upTo: 'msg-3' }).currentMessage).toBe('c');
    expect(contents(context, { upTo: 'msg-3' })).toEqual(['a', 'b']);
    expect(contents(context, { upTo: 'msg-4', replyTo: 'msg-2' })).toEqual(['a', 'c', 'd']);
    for (const options of [{ upTo: 'nobody' }, { replyTo: 'nobody' }, { upTo: 'msg-2', replyTo: 'msg-3' }]) {
      expect(() => contents(context, options)).toThrow(expect.objectContaining({ code: 'CTX_UNKNOWN_MESSAGE' }));
    }
  });

  it('leaves out an agent’s message that only repeats the current one', () => {
    const logger = silent();
    const context = new ContextManager({ logger });
    context.addMessage(say('start'));
    context.addMessage(say('done [NEXT: sarah]', max));
    context.addMessage(say('done', max));
    expect(contents(context)).toEqual(['start']);
    expect(logger.debug).toHaveBeenCalledWith('[ContextManager] Deduplicated context for AI→AI');
    expect(contents(context, { replyTo: 'msg-3' })).toEqual(['start', 'done']);
    context.addMessage(say('done', sarah));
    expect(contents(context)).toEqual(['start', 'done', 'done']);
  });

  it('does not refill the window after leaving out a repetition, and never leaves out a human’s message', () => {
    const context = conversation(['a', 'b']);
    context.addMessage(say('same', max));
    context.addMessage(say('same', max));
    expect(contents(context, { windowSizeOverride: 1 })).toEqual([]);
    expect(contents(conversation(['x', 'same', 'same']))).toEqual(['x', 'same']);
  });
});

describe('assemblePrompt', () => {
  const assemblers = [new ClaudeContextAssembler(), new CodexContextAssembler(), new GeminiContextAssembler()];

  it.each([
    ['claude', '[MESSAGE]\nx'],
    ['Claude-Code', '[MESSAGE]\nx'],
    ['codex', '[MESSAGE]\nx'],
    ['openai-codex', '[MESSAGE]\nx'],
    ['gemini', 'Your task:\nx'],
    ['google-gemini', 'Your task:\nx'],
  ])('chooses the assembler for %s', (agentType, prompt) => {
    const logger = silent();
    const context = conversation(['x'], { assemblers, logger });
    expect(context.assemblePrompt(agentType, context.getContextForAgent('a', agentType)).prompt).toBe(prompt);
    expect(logger.warn).not.toHaveBeenCalled();
  });

  it('uses plain text for an unknown type, and warns once', () => {
    const logger = silent();
    const context = conversation(['a', 'b'], { logger });
    const input = context.getContextForAgent('x', 'x');
    expect(context.assemblePrompt('x', input).prompt).toBe('Kai: a\n\nb');
    context.assemblePrompt('x', input);
    expect(logger.warn).toHaveBeenCalledOnce();
    expect(logger.warn).toHaveBeenCalledWith(
      '[ContextManager] Unknown agentType "x" (normalized: "x"), using PlainTextAssembler',
    );
  });

  it('names the fallback of the options in its warning', () => {
    const logger = silent();
    const context = conversation(['a'], { logger, fallback: new GeminiContextAssembler() });
    context.assemblePrompt('x', context.getContextForAgent('x', 'x'));
    expect(logger.warn).toHaveBeenCalledWith(expect.stringContaining('using GeminiContextAssembler'));
  });

  it('refuses two assemblers for one type', () => {
    const alias: IContextAssembler = { getAgentType: () => 'CLAUDE', assemble: () => ({ prompt: '' }) };
    expect(() => new ContextManager({ assemblers: [...assemblers, alias] })).toThrow(TypeError);
  });
});
