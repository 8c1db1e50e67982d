import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, inject } from 'vitest';

/** The value of an environment variable that no agent may see. */
export const CANARY = 'ctx-e2e-canary-value';

// The pinned CLIs are first on PATH, where drivers look for them as on a user's machine.
process.env['PATH'] = `${inject('cliFolder')}${delimiter}${process.env['PATH'] ?? ''}`;
process.env['CTX_E2E_CANARY'] = CANARY;
for (const name of Object.keys(process.env)) {
  if (/^(ANTHROPIC|CLAUDE|CODEX|OPENAI|GEMINI|GOOGLE|QWEN|OPENCODE|COPILOT|GH|GITHUB)_/.test(name)) {
    delete process.env[name];
  }
}

// Each test worker has its own folder for temporary files, so that a test can check whether any are left.
const temporary = mkdtempSync(join(tmpdir(), 'ctx-e2e-worker-'));
process.env['TMPDIR'] = temporary;
afterAll(() => rmSync(temporary, { recursive: true, force: true }));
