import { GeminiContextAssembler } from '@ctx/assembler-gemini';
import { describe, expect, it, vi } from 'vitest';
import { ContextManager } from './context-manager.ts';

const kai = { roleId: 'kai', roleName: 'Kai', type: 'human' } as const;
const silent = () => ({ debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() });
/** Options as JavaScript code may pass them. */
const misspelt = (name: string) => ({ [name]: 3 }) as object;

describe('an unknown option', () => {
  it('is refused and named by the constructor', () => {
    expect(() => new ContextManager(misspelt('contxtWindowSize'))).toThrow(
      new TypeError('Unknown option "contxtWindowSize"'),
    );
  });

  it('is refused and named by each call', () => {
    const context = new ContextManager({ assemblers: [new GeminiContextAssembler()] });
    const refused = new TypeError('Unknown option "replyto"');
    expect(() => context.getContextForAgent('a', 'gemini', misspelt('replyto'))).toThrow(refused);
    expect(() => context.assembleForAgent('a', 'gemini', misspelt('replyto'))).toThrow(refused);
  });

  it('is not a known option with the value undefined', () => {
    const context = new ContextManager({ assemblers: undefined, maxBytes: undefined, logger: undefined });
    context.addMessage({ content: 'Hello', speaker: kai });
    const options = { since: undefined, taskKnown: undefined, windowSizeOverride: undefined, maxTokens: undefined };
    expect(context.getContextForAgent('a', 'unknown', options).currentMessage).toBe('Hello');
  });
});

describe('an async hook that rejects', () => {
  it('is logged as an error and does not throw', async () => {
    const logger = silent();
    const fails = async () => {
      throw new Error('disk full');
    };
    const context = new ContextManager({ logger, onMessageAdded: fails, onTeamTaskChanged: fails });
    context.addMessage({ content: 'Hello', speaker: kai });
    context.setTeamTask('Ship it');
    await new Promise((resolve) => setTimeout(resolve));
    expect(logger.error.mock.calls).toEqual([
      ['[ContextManager] onMessageAdded rejected: Error: disk full'],
      ['[ContextManager] onTeamTaskChanged rejected: Error: disk full'],
    ]);
    expect(context.getMessages()).toHaveLength(1);
  });
});

describe('an agent type without an assembler', () => {
  it.each([
    ['claude-code', 'claude-code', '@ctx/assembler-claude'],
    ['codex', 'openai-codex', '@ctx/assembler-codex'],
    ['GEMINI', 'google-gemini', '@ctx/assembler-gemini'],
  ])('gets a warning that names the package whose assembler is missing: %s', (agentType, normalized, name) => {
    const logger = silent();
    const context = new ContextManager({ logger });
    context.assemblePrompt(agentType, context.getContextForAgent('a', agentType));
    expect(logger.warn.mock.calls).toEqual([
      [
        `[ContextManager] Unknown agentType "${agentType}" (normalized: "${normalized}"), using PlainTextAssembler; pass one from ${name} in assemblers`,
      ],
    ]);
  });

  it('gets a warning without a package if there is none', () => {
    const logger = silent();
    const context = new ContextManager({ logger });
    context.assembleForAgent('a', 'my-claude-code');
    expect(logger.warn.mock.calls[0]?.[0]).toMatch(/using PlainTextAssembler$/);
  });
});

describe('the fallback', () => {
  it.each(['plain', 'unknown'])('is used without a warning for whoever asks for it: %s', (agentType) => {
    const logger = silent();
    const context = new ContextManager({ logger, assemblers: [new GeminiContextAssembler()] });
    context.addMessage({ content: 'Hello', speaker: kai });
    expect(context.assembleForAgent('a', agentType).prompt).toBe('Hello');
    expect(context.assemblePrompt(agentType, context.getContextForAgent('a', agentType)).prompt).toBe('Hello');
    expect(logger.warn).not.toHaveBeenCalled();
  });

  it('is reported as the wrong way round if id and type of the agent are swapped', () => {
    for (const assemblers of [[], [new GeminiContextAssembler()]]) {
      const logger = silent();
      const context = new ContextManager({ logger, assemblers });
      context.assembleForAgent('gemini', 'gem');
      context.assembleForAgent('gemini', 'gem');
      expect(logger.warn.mock.calls).toEqual([
        [`[ContextManager] unknown agent type "gem"; did you mean ('gem', 'gemini')?`],
      ]);
    }
  });
});

describe('the settings of a manager', () => {
  it('have the limit of messages only if there is one', () => {
    expect(new ContextManager({ maxMessages: 7 }).settings.maxMessages).toBe(7);
    expect(new ContextManager({ maxMessages: 0 }).settings.maxMessages).toBeUndefined();
    expect(new ContextManager().settings.maxMessages).toBeUndefined();
  });
});
