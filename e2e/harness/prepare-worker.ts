import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, inject } from 'vitest';

/** Seen by no agent unless the allow-list of the environment fails. */
export const CANARY = 'ctx-e2e-canary-value';

// The pinned CLIs come first on PATH, as an installed CLI would; nothing in a driver points at them.
process.env['PATH'] = `${inject('cliFolder')}${delimiter}${process.env['PATH'] ?? ''}`;
process.env['CTX_E2E_CANARY'] = CANARY;
for (const name of Object.keys(process.env)) {
  if (/^(ANTHROPIC|CLAUDE|CODEX|OPENAI|GEMINI|GOOGLE|QWEN|OPENCODE|COPILOT|GH|GITHUB)_/.test(name))
    delete process.env[name];
}

// Temporary files of the runner go to a folder of this worker, so that a test can see whether any are left.
const temporary = mkdtempSync(join(tmpdir(), 'ctx-e2e-worker-'));
process.env['TMPDIR'] = temporary;
afterAll(() => rmSync(temporary, { recursive: true, force: true }));
