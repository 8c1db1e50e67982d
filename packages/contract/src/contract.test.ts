import { describe, expect, it, vi } from 'vitest';
import { ContextBudgetError, CtxError, normalizeAgentType } from './index.ts';

describe('normalizeAgentType', () => {
  it.each([
    ['claude', 'claude-code'],
    ['CLAUDE-Code', 'claude-code'],
    ['Codex', 'openai-codex'],
    ['openai-codex', 'openai-codex'],
    ['GEMINI', 'google-gemini'],
    ['google-gemini', 'google-gemini'],
    ['My-Agent', 'My-Agent'],
    ['', ''],
    ['constructor', 'constructor'],
  ])('%s becomes %s', (type, normalized) => {
    expect(normalizeAgentType(type)).toBe(normalized);
  });
});

describe('CtxError', () => {
  it('has a code, a name, a cause and a message', () => {
    const cause = new Error('why');
    const error = new CtxError('CTX_UNKNOWN_MESSAGE', 'what', { cause });
    expect(error).toMatchObject({ code: 'CTX_UNKNOWN_MESSAGE', name: 'CtxError', message: 'what', cause });
    expect(error).toBeInstanceOf(Error);
  });

  it('is recognised across two copies of the package', async () => {
    vi.resetModules();
    const other = await import('./index.ts');
    expect(other.CtxError).not.toBe(CtxError);
    expect(CtxError.isInstance(new other.CtxError('X', 'x'))).toBe(true);
    expect(ContextBudgetError.isInstance(new other.ContextBudgetError(1, 2))).toBe(true);
    expect(ContextBudgetError.isInstance(new other.CtxError('X', 'x'))).toBe(false);
    for (const value of [null, undefined, 'x', new Error('x'), {}]) expect(CtxError.isInstance(value)).toBe(false);
  });

  it('says how many bytes are needed and what to do', () => {
    const error = new ContextBudgetError(10, 25);
    expect(error).toMatchObject({
      code: 'CTX_BUDGET_TOO_SMALL',
      name: 'ContextBudgetError',
      maxBytes: 10,
      requiredBytes: 25,
    });
    expect(error.message).toMatch(/need 25 bytes, the budget is 10\. Raise it\./);
    expect(error.budget).toBe('bytes');
  });

  it('says which budget was too small', () => {
    const error = new ContextBudgetError(100, 25, { maxTokens: 3, requiredTokens: 7 });
    expect(error).toMatchObject({
      budget: 'tokens',
      maxBytes: 100,
      requiredBytes: 25,
      maxTokens: 3,
      requiredTokens: 7,
    });
    expect(error.message).toMatch(/need 7 tokens, the budget is 3\. Raise it\./);
  });
});
