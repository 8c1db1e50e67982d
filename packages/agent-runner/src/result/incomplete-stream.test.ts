import { describe, expect, it } from 'vitest';
import { describeIncompleteStream } from './incomplete-stream.ts';

const exit = (stderr: string) => ({ exitCode: 7, signal: null, stderr });

describe('an unfinished stream', () => {
  it('is reported with the last lines of stderr', () => {
    expect(describeIncompleteStream('node', exit('one\ntwo\n\nthree\n four\n'))).toBe(
      'node exited with code 7 without finishing its answer: two three four',
    );
  });

  it('is reported without the colours of stderr', () => {
    expect(describeIncompleteStream('node', exit('\u001b[31mboom\u001b[0m\n\u001b[2K\n'))).toBe(
      'node exited with code 7 without finishing its answer: boom',
    );
  });
});
