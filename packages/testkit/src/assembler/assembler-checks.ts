import type { IContextAssembler } from '@ctx/contract';
import { checkBestFit, checkEndCounted, checkWithinBudget } from './budget-checks.ts';
import { checkLoneSurrogatesStay, checkWholeCharacters } from './character-checks.ts';
import { checkEmptyContentKept, checkEqualTextsStay, checkEveryPartOnce } from './completeness-checks.ts';
import { checkCurrentDeeds, checkDeeds, checkNewerTold, checkNoDeeds } from './deeds-checks.ts';
import { checkBlankIsMissing, checkNoAccidents, checkNothingToSay, checkTrimmed } from './empties-checks.ts';
import { checkGuards, declaredGuards, guardTitle } from './guard-checks.ts';
import { checkNoHeadingLeftOver } from './heading-checks.ts';
import * as honesty from './honesty-checks.ts';
import { checkAgentType, checkDeclarations, checkOutputShape } from './identity-checks.ts';
import * as order from './order-checks.ts';
import type { ReadPrompt } from './prompt-reader.ts';
import * as purity from './purity-checks.ts';
import { checkReadingUnderBudget } from './reading-checks.ts';
import { checkHostileBudgets, checkRefusals, checkUnusualBudgets } from './refusal-checks.ts';
import { checkLinearWork, checkManyMessages } from './scale-checks.ts';
import { type Sweep, thinned } from './sweep.ts';
import { scriptInputs } from './sweep-inputs.ts';
import { createSweeps } from './sweeps.ts';
import * as tokens from './token-checks.ts';
import * as verbatim from './verbatim-checks.ts';

/** The checks of one group, by title. */
export type Checks = Readonly<Record<string, () => void>>;

/** The assembler under test, and what it needs. */
export interface Subject {
  readonly create: () => IContextAssembler;
  readonly renderLayout: honesty.RenderLayout | undefined;
  readonly readPrompt: ReadPrompt | undefined;
}

/** All checks for an assembler, by group. */
export function assemblerChecks(subject: Subject): Readonly<Record<string, Checks>> {
  return { ...checksOfTexts(subject), ...checksOfBudgets(subject) };
}

function checksOfTexts({ create, readPrompt }: Subject): Readonly<Record<string, Checks>> {
  return {
    identity: {
      'returns the same agent type every time': () => checkAgentType(create),
      'returns prompt and systemFlag as own keys, synchronously': () => checkOutputShape(create),
      'has a well-formed layout with the whole input, if it has one': () => honesty.checkWholeLayout(create),
      'declares only values that the contract knows': () => checkDeclarations(create),
    },
    purity: {
      'does not change its input, frozen or not': () => purity.checkInputUntouched(create),
      'gives the same output for the same input at any time': () => purity.checkDeterministic(create),
      'reads no environment variable, no file and no locale': () => purity.checkSurroundingsUnread(create),
      'keeps no state between calls': () => purity.checkNothingRemembered(create),
      'never changes an output it has returned': () => purity.checkOutputsStay(create),
      'uses the current values of an input that changed since the last call': () => purity.checkChangesAreSeen(create),
      'prints nothing': () => purity.checkNothingPrinted(create),
    },
    completeness: {
      'renders every part exactly once, in any combination': () => checkEveryPartOnce(create),
      'prints every text unchanged, or escaped as declared': () => verbatim.checkTextsStay(create),
      'prints every name unchanged, or escaped as declared': () => verbatim.checkNamesStay(create),
      'redacts nothing': () => verbatim.checkNothingRedacted(create),
      'escapes so that every text can be read back, if it escapes': () => verbatim.checkEscapesReversible(create),
      'does not trim context messages': () => verbatim.checkContentNotTrimmed(create),
      'keeps messages with equal texts': () => checkEqualTextsStay(create),
      'keeps messages with blank content': () => checkEmptyContentKept(create),
    },
    order: {
      'renders the context oldest first, or as declared': () => order.checkMessageOrder(create),
      'puts each speaker next to the content of the message': () => order.checkAttribution(create),
      'puts the sections in the default order, or as declared': () => order.checkSectionOrder(create),
      'puts the instruction file after the system instruction': () => order.checkInstructionOrder(create),
    },
    deeds: {
      'writes the deeds of a message as a line from ctx after it': () => checkDeeds(create),
      'writes the deeds of the current message as the last line of the context': () => checkCurrentDeeds(create),
      'writes no line for empty deeds': () => checkNoDeeds(create),
      'says after the context how much of it is newer than the current message': () => checkNewerTold(create),
    },
    guards: { [guardTitle(declaredGuards(create))]: () => checkGuards(create, readPrompt) },
    empties: {
      'returns an empty prompt if every part is empty': () => checkNothingToSay(create),
      'leaves out the heading of a missing part': () => checkNoHeadingLeftOver(create),
      'treats blank parts as missing': () => checkBlankIsMissing(create),
      'trims task, message and instructions': () => checkTrimmed(create),
      'never prints undefined, null, NaN or [object Object]': () => checkNoAccidents(create),
    },
  };
}

function checksOfBudgets({ create, renderLayout, readPrompt }: Subject): Readonly<Record<string, Checks>> {
  const sweeps = createSweeps(create);
  const all = () => [...sweeps.scripts(), ...sweeps.shapes(), ...sweeps.tokens()];
  const budgets = scriptInputs().map(([title, input]) => [
    `never exceeds a budget: ${title}`,
    () => checkWithinBudget(sweeps.script(title, input)),
  ]);
  return {
    budget: {
      ...(Object.fromEntries(budgets) as Checks),
      'never exceeds a budget: other shapes of input': () => each(sweeps.shapes(), checkWithinBudget),
      'drops as few of the oldest messages as needed, then cuts the end of the message': () =>
        each(sweeps.scripts(), checkBestFit),
      'drops and cuts as little as needed: other shapes of input': () => each(sweeps.shapes(), checkBestFit),
      'drops and cuts as little as needed: an input of 100 KB': () =>
        each([sweeps.large()], checkWithinBudget, checkBestFit),
      'keeps the order of messages when some are dropped': () => each(sweeps.scripts(), order.checkOrderUnderBudget),
    },
    tokens: {
      'never exceeds a budget in tokens': () => each(sweeps.tokens(), checkWithinBudget),
      'drops as few messages as needed for it, then cuts': () => each(sweeps.tokens(), checkBestFit),
      'works with a counter that rounds up': () => {
        each(sweeps.tokens(), checkEndCounted);
        tokens.checkOtherCounter(create);
      },
      'keeps to both budgets if both are given': () => tokens.checkBothBudgets(create),
      'refuses an invalid maxTokens, and a maxTokens without a counter': () => tokens.checkTokenMistakes(create),
      'uses the counter only for maxTokens': () => tokens.checkIdleCounter(create),
    },
    characters: {
      'never breaks a character': () => each(all(), checkWholeCharacters),
      'leaves lone surrogates of the input unchanged': () => checkLoneSurrogatesStay(create),
    },
    honesty: {
      'keeps the newest messages, without gaps': () => each(sweeps.scripts(), honesty.checkNewestSuffix),
      'prints what its layout describes, if it has one': () =>
        each([...all().map(thinned), sweeps.hostile()], (sweep) => honesty.checkLayoutHonest(create, sweep)),
      'gives correct receipts, if it gives any': () =>
        each([...sweeps.scripts(), ...sweeps.tokens(), sweeps.hostile()].map(thinned), (sweep) =>
          honesty.checkReceiptsTrue(create, sweep, renderLayout),
        ),
      'is read correctly under any budget, if it guards': () => {
        if (readPrompt !== undefined && declaredGuards(create) !== undefined) {
          checkReadingUnderBudget(sweeps.hostile(), readPrompt);
        }
      },
    },
    refusal: {
      'refuses a budget that is too small with a ContextBudgetError that says what is needed': () =>
        each(all(), checkRefusals),
      'refuses a maxBytes that is not a finite number of 0 or more with a RangeError': () =>
        checkHostileBudgets(create),
      'accepts unusual but valid budgets': () => checkUnusualBudgets(create),
    },
    scale: {
      'renders ten thousand messages': () => checkManyMessages(create),
      'does linear work if most of ten thousand messages are dropped': () => checkLinearWork(create),
    },
  };
}

function each(sweeps: readonly Sweep[], ...checks: ((sweep: Sweep) => void)[]): void {
  for (const sweep of sweeps) for (const check of checks) check(sweep);
}
