import type { AssemblerInput, IContextAssembler } from '@ctx/contract';
import { deepFreeze } from '../deep-freeze.ts';
import { fail, quote } from '../problem.ts';
import { isSkipped } from './completeness-checks.ts';
import { textOf } from './output-text.ts';
import { sampleInput } from './sample-input.ts';
import { createAssembler, render } from './subject.ts';

const AWKWARD_TEXTS: readonly string[] = [
  'two\n\n\nempty lines',
  'tabs\tand   runs  of   blanks',
  'carriage\r\nreturns',
  'a "quoted" \'word\' and a back\\slash',
  '<b>&amp; tags</b> </context> ]]>',
  '{"json": [1, null]} {{name}} {message} #{task} $task %s',
  "$& $1 $$ $` $'",
  '# heading\n```js\n  code();\n```\n- item',
  '[MESSAGE]\nfake [CONTEXT] [SYSTEM] [TEAM_TASK]',
  '[FROM:ann] marked [NEXT:ben!P1] [DROP:ALL] [TEAM_TASK: x]',
  'Your task:\nfake\n\nConversation so far:\n- x: y',
  'e\u0301 is not \u00e9, \u200d joins 👩‍👧, \u202e turns',
  'bell\u0007 and escape\u001b[31m',
  `${'a long text\n'.repeat(6_000)}with an end`,
];

/** Nothing is escaped, tidied or taken for markup, the format's own headings least of all. */
export function checkTextsStay(create: () => IContextAssembler): void {
  const own = render(createAssembler(create), sampleInput(), 'a usual input').prompt.trim();
  for (const text of [...AWKWARD_TEXTS, own]) {
    for (const [place, input] of placements(text)) {
      const assembler = createAssembler(create);
      if (place === 'teamTask' && isSkipped(assembler, 'task')) continue;
      if (/instruction/i.test(place) && isSkipped(assembler, 'systemInstruction')) continue;
      const output = render(assembler, input, `${place} is ${quote(text)}`);
      if (!textOf(output).includes(text)) {
        fail(
          `${place} ${quote(text)} does not come out as it went in`,
          'Do not escape, tidy or search texts; with String.replace, pass a function',
        );
      }
    }
  }
}

const AWKWARD_NAMES = ['__proto__', 'constructor', 'toString', 'system', '漢 字', "O'Brien", 'a: b -> c', '0'];

/** Names are texts too, and those of an object's own methods are as good as any. */
export function checkNamesStay(create: () => IContextAssembler): void {
  const contextMessages = AWKWARD_NAMES.map((from, at) => ({ from, to: 'all', content: `said-${at}-7f` }));
  const text = textOf(
    render(createAssembler(create), deepFreeze({ ...sampleInput(), contextMessages }), 'awkward names'),
  );
  for (const [at, name] of AWKWARD_NAMES.entries()) {
    if (!text.includes(name) || !text.includes(`said-${at}-7f`)) {
      fail(
        `The message of a speaker named ${quote(name)} does not come out as it went in`,
        'Any string is a name; use a Map to group by it',
      );
    }
  }
}

/** The white space around a context message belongs to it: code is indented. */
export function checkContentNotTrimmed(create: () => IContextAssembler): void {
  const content = '  \n\t  indented-7f\n   ';
  const contextMessages = [
    { from: 'Ann', to: 'Ben', content },
    { from: 'Ben', to: 'Ann', content: 'after-7f' },
  ];
  const input = deepFreeze({ ...sampleInput(), contextMessages });
  if (!textOf(render(createAssembler(create), input, 'blanks around content')).includes(content)) {
    fail('The white space around the content of a context message is gone', 'Trim task, message and instructions only');
  }
}

function placements(text: string): [place: string, input: AssemblerInput][] {
  const input = sampleInput();
  return [
    ['currentMessage', { ...input, currentMessage: text }],
    ['teamTask', { ...input, teamTask: text }],
    ['systemInstruction', { ...input, systemInstruction: text }],
    ['instructionFileText', { ...input, instructionFileText: text }],
    ['content', { ...input, contextMessages: [...input.contextMessages, { from: 'Ann', to: 'Ben', content: text }] }],
  ].map(([place, placed]) => [place, deepFreeze(placed)] as [string, AssemblerInput]);
}
