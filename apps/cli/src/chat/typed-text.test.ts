import { describe, expect, it } from 'vitest';
import { partsOfTyped } from './typed-text.ts';

const command = (text: string) => ({ type: 'command', text });
const message = (text: string) => ({ type: 'message', text });

describe('a typed text', () => {
  it.each([
    ['a message', 'Hello\n  there', [message('Hello\n  there')]],
    ['a command with words', '/task Ship it', [command('/task Ship it')]],
    ['several commands', '/who\n/queue\n', [command('/who'), command('/queue')]],
    ['a command, then a message', '/drop x\nGo\n/who', [command('/drop x'), message('Go\n/who')]],
    ['a path', '/etc/hosts is empty', [message('/etc/hosts is empty')]],
    ['a comment', '// TODO: why?\nx()', [message('// TODO: why?\nx()')]],
    ['two slashes before a word', '//help is not known', [message('/help is not known')]],
    ['a command typed onto another one', '/cost/to max', [command('/cost/to max')]],
    ['a command with something at its end', '/Show99', [command('/Show99')]],
    ['a path that begins with the letters of a command', '/tools/bin', [message('/tools/bin')]],
    ['two slashes before two commands', '//cost/to max', [message('/cost/to max')]],
    ['a word before a command', 'a/cost', [message('a/cost')]],
    [
      'a task of several lines, unchanged',
      '/task one  two\n/who\n\n three',
      [command('/task one  two\n/who\n\n three')],
    ],
    ['nothing', ' \n', []],
  ])('is %s', (_what, typed, parts) => expect(partsOfTyped(typed)).toEqual(parts));
});
