import { describe, expect, it } from 'vitest';
import { describeIncompleteStream } from './incomplete-stream.ts';

const exit = (stderr: string) => ({ exitCode: 7, signal: null, stderr });

describe('an unfinished stream', () => {
  it('is reported with the last lines of stderr', () => {
    expect(describeIncompleteStream('node', exit('one\ntwo\n\nthree\n four\n'))).toBe(
      'node exited with code 7 without finishing its answer: two three four',
    );
  });

  it('is reported with the reason of a crash in Node, which stands before the stack', () => {
    const crash = [
      'node:internal/modules/cjs/loader:1210',
      '  throw err;',
      "Error: Cannot find module '/here/agent.mjs'",
      '    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)',
      "  code: 'MODULE_NOT_FOUND',",
      '  requireStack: []',
      '}',
      '',
      'Node.js v20.20.2',
    ];
    expect(describeIncompleteStream('node', exit(crash.join('\n')))).toBe(
      "node exited with code 7 without finishing its answer: Error: Cannot find module '/here/agent.mjs'",
    );
    expect(describeIncompleteStream('node', exit('one\nNode.js v20.20.2'))).toContain(': one Node.js v20.20.2');
  });

  it('is reported without the colours of stderr', () => {
    expect(describeIncompleteStream('node', exit('\u001b[31mboom\u001b[0m\n\u001b[2K\n'))).toBe(
      'node exited with code 7 without finishing its answer: boom',
    );
  });
});
