import type { AssemblerInput, IContextAssembler, PromptContextMessage } from '@ctx/contract';
import { deepFreeze } from '../deep-freeze.ts';
import { fail, quote } from '../problem.ts';
import { piecesOf } from './frame-text.ts';
import { firstDifference, sameOutput, textOf } from './output-text.ts';
import { sampleInput } from './sample-input.ts';
import { createAssembler, render, UNLIMITED } from './subject.ts';

const ACCIDENTS = /\bundefined\b|\bnull\b|\bNaN\b|\[object \w+\]/;

const BLANKS = ['', ' ', '\n', ' \t\r\n ', '\u00a0\u2003\ufeff\u2028'];

/** Nothing to say gives an empty prompt: headings do not outlive what they head. */
export function checkNothingToSay(create: () => IContextAssembler): void {
  for (const blank of BLANKS) {
    for (const teamTask of [null, blank]) {
      const input = {
        contextMessages: [],
        currentMessage: blank,
        teamTask,
        systemInstruction: blank,
        instructionFileText: blank,
        maxBytes: UNLIMITED,
      };
      const output = render(createAssembler(create), deepFreeze(input), 'nothing but blanks');
      if (output.prompt !== '' || output.systemFlag !== undefined) {
        explainFrame(createAssembler(create), output.prompt.trim());
        fail(
          `With nothing to say the output is ${quote(textOf(output).replace('\0', ' | '))}`,
          'Leave out each empty part together with its heading; all empty gives prompt "" and systemFlag undefined',
        );
      }
    }
  }
}

/** Says so if what is printed for nothing is a footer or a heading that is always there. */
function explainFrame(assembler: IContextAssembler, printed: string): void {
  const full = render(assembler, sampleInput(), 'a usual input').prompt.trim();
  const pieces = piecesOf(printed);
  if (printed !== '' && full.endsWith(printed)) {
    fail(
      `Every prompt ends with the constant footer ${quote(printed)}, also when there is nothing to say`,
      'Make it the footer of a block of the layout, so that it goes with its block; with nothing to say the prompt is ""',
    );
  }
  if (pieces.length > 0 && pieces.every((piece) => piecesOf(full).includes(piece))) {
    fail(
      `The heading ${quote(pieces[0])} is left over when there is nothing to say`,
      'Leave out each empty part together with its heading; all empty gives prompt "" and systemFlag undefined',
    );
  }
}

/** A blank part is a missing part. */
export function checkBlankIsMissing(create: () => IContextAssembler): void {
  const blankings: readonly (readonly [string, (blank: string) => Partial<AssemblerInput>, Partial<AssemblerInput>])[] =
    [
      ['teamTask', (blank) => ({ teamTask: blank }), { teamTask: null }],
      ['currentMessage', (blank) => ({ currentMessage: blank }), { currentMessage: '' }],
      ['systemInstruction', (blank) => ({ systemInstruction: blank }), { systemInstruction: undefined }],
      ['instructionFileText', (blank) => ({ instructionFileText: blank }), { instructionFileText: undefined }],
    ];
  for (const [name, blanked, missing] of blankings) {
    const expected = render(createAssembler(create), { ...sampleInput(), ...missing }, `no ${name}`);
    for (const blank of BLANKS) {
      const output = render(createAssembler(create), { ...sampleInput(), ...blanked(blank) }, `a blank ${name}`);
      if (!sameOutput(output, expected)) {
        fail(
          `${name} ${quote(blank)} is not taken for empty: ${firstDifference(expected, output)}`,
          'Trim it, and leave it out with its heading when nothing is left',
        );
      }
    }
  }
}

/** The white space around task, message and instructions is not part of them. */
export function checkTrimmed(create: () => IContextAssembler): void {
  const input = sampleInput();
  const expected = render(createAssembler(create), input, 'a usual input');
  for (const name of ['currentMessage', 'teamTask', 'systemInstruction', 'instructionFileText'] as const) {
    for (const blank of BLANKS) {
      const padded = { ...input, [name]: `${blank}${input[name]}${blank}` };
      const output = render(createAssembler(create), padded, `blanks around ${name}`);
      if (!sameOutput(output, expected)) {
        fail(
          `${name} is not trimmed: ${firstDifference(expected, output)}`,
          'Use String.prototype.trim on task, message and both instructions',
        );
      }
    }
  }
}

/** Missing values are not printed by accident. */
export function checkNoAccidents(create: () => IContextAssembler): void {
  const contextMessages: PromptContextMessage[] = [
    { from: 'Ann', content: 'no addressee' },
    { from: 'Ben', to: undefined, content: '' },
    { from: '', to: '', content: 'nobody' },
  ];
  const bare: AssemblerInput = { contextMessages, currentMessage: 'Hello', teamTask: null, maxBytes: UNLIMITED };
  const inputs: readonly AssemblerInput[] = [
    bare,
    { ...bare, systemInstruction: undefined, instructionFileText: undefined },
    { ...bare, systemInstruction: 'Be kind' },
    { ...bare, instructionFileText: 'Be kind' },
    { ...bare, contextMessages: [], teamTask: 'Ship it' },
    { ...bare, currentMessage: '' },
    { ...bare, contextMessages: [], currentMessage: '' },
  ];
  for (const input of inputs) {
    const text = textOf(render(createAssembler(create), deepFreeze(input), 'missing values'));
    const accident = ACCIDENTS.exec(text);
    if (accident) {
      fail(
        `The output prints ${quote(accident[0])} for a value that is missing: ${quote(text)}`,
        'Leave missing parts out; a missing "to" means "all"',
      );
    }
  }
}
