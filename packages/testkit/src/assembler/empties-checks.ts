import type { AssemblerInput, IContextAssembler, PromptContextMessage } from '@ctx/contract';
import { deepFreeze } from '../deep-freeze.ts';
import { fail, quote } from '../problem.ts';
import { piecesOf } from './frame-text.ts';
import { firstDifference, sameOutput, textOf } from './output-text.ts';
import { sampleInput } from './sample-input.ts';
import { createAssembler, render, UNLIMITED } from './subject.ts';

/** What JavaScript prints for a missing value or an object. */
const ACCIDENTS = /\bundefined\b|\bnull\b|\bNaN\b|\[object \w+\]/;

const BLANKS = ['', ' ', '\n', ' \t\r\n ', '\u00a0\u2003\ufeff\u2028'];

/** If every part is empty, so is the prompt: no heading is printed on its own. */
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
      const output = render(createAssembler(create), deepFreeze(input), 'all parts blank');
      if (output.prompt !== '' || output.systemFlag !== undefined) {
        explainFrame(createAssembler(create), output.prompt.trim());
        fail(
          `With all parts empty, the output is ${quote(textOf(output).replace('\0', ' | '))} instead of empty`,
          'Leave out each empty part with its heading; if all are empty, return prompt "" and systemFlag undefined',
        );
      }
    }
  }
}

/** Fails with a clearer message if the printed text is a footer or a heading that is always there. */
function explainFrame(assembler: IContextAssembler, printed: string): void {
  const full = render(assembler, sampleInput(), 'a usual input').prompt.trim();
  const pieces = piecesOf(printed);
  if (printed !== '' && full.endsWith(printed)) {
    fail(
      `Every prompt ends with the constant footer ${quote(printed)}, even if all parts are empty`,
      'Make it the footer of a layout block, so that it is left out with its block; if all parts are empty, the prompt is ""',
    );
  }
  if (pieces.length > 0 && pieces.every((piece) => piecesOf(full).includes(piece))) {
    fail(
      `The heading ${quote(pieces[0])} is printed although all parts are empty`,
      'Leave out each empty part with its heading; if all are empty, return prompt "" and systemFlag undefined',
    );
  }
}

/** A blank part is treated like a missing one. */
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
          `${name} ${quote(blank)} is not treated as empty: ${firstDifference(expected, output)}`,
          'Trim it, and leave it out with its heading if it is then empty',
        );
      }
    }
  }
}

/** White space around task, message and instructions is removed. */
export function checkTrimmed(create: () => IContextAssembler): void {
  const input = sampleInput();
  const expected = render(createAssembler(create), input, 'a usual input');
  for (const name of ['currentMessage', 'teamTask', 'systemInstruction', 'instructionFileText'] as const) {
    for (const blank of BLANKS) {
      const padded = { ...input, [name]: `${blank}${input[name]}${blank}` };
      const output = render(createAssembler(create), padded, `white space around ${name}`);
      if (!sameOutput(output, expected)) {
        fail(
          `${name} is not trimmed: ${firstDifference(expected, output)}`,
          'Use String.prototype.trim on task, message and both instructions',
        );
      }
    }
  }
}

/** Missing values are not printed as `undefined`, `null` and the like. */
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
        `The output prints ${quote(accident[0])} for a missing value: ${quote(text)}`,
        'Leave missing parts out; a missing "to" means "all"',
      );
    }
  }
}
