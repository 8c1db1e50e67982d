import { expect, it } from 'vitest';
import { createRecordingTerminal } from '../__fixtures__/recording-terminal.ts';
import { createProgram } from '../program.ts';

it.each(['run', 'chat', 'resume', 'show', 'explain', 'diff', 'sessions', 'export', 'view', 'worker'])(
  'ctx %s takes --engine and --queue',
  (name) => {
    const { commands } = createProgram(createRecordingTerminal(), () => {});
    const options = commands.find((command) => command.name() === name)?.options.map(({ long }) => long);
    expect(options).toEqual(expect.arrayContaining(['--engine', '--queue']));
  },
);
