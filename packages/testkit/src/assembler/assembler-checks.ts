import type { IContextAssembler } from '@ctx/contract';
import { checkBestFit, checkEndCounted, checkWithinBudget } from './budget-checks.ts';
import { checkLoneSurrogatesStay, checkWholeCharacters } from './character-checks.ts';
import { checkEmptyContentKept, checkEqualTextsStay, checkEveryPartOnce } from './completeness-checks.ts';
import { checkCurrentDeeds, checkDeeds, checkNoDeeds } from './deeds-checks.ts';
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

/** The checks of one group: what must be true, and how it is found out. */
export type Checks = Readonly<Record<string, () => void>>;

/** What the checks run on. */
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
      'names its agent type, always the same': () => checkAgentType(create),
      'returns prompt and systemFlag as own keys, synchronously': () => checkOutputShape(create),
      'has a well-formed layout of the whole input, where it has one': () => honesty.checkLayoutForm(create),
      'declares what it does differently in the words of the contract': () => checkDeclarations(create),
    },
    purity: {
      'leaves its input untouched, frozen or not': () => purity.checkInputUntouched(create),
      'gives the same output for the same input at any time': () => purity.checkDeterministic(create),
      'reads no environment variable, no file and no locale': () => purity.checkSurroundingsUnread(create),
      'remembers nothing of earlier calls': () => purity.checkNothingRemembered(create),
      'never changes an output it has returned': () => purity.checkOutputsStay(create),
      'sees what was changed in its input between two calls': () => purity.checkChangesAreSeen(create),
      'prints nothing': () => purity.checkNothingPrinted(create),
    },
    completeness: {
      'renders every part exactly once, in any combination': () => checkEveryPartOnce(create),
      'keeps every text as it came, or escaped as declared': () => verbatim.checkTextsStay(create),
      'keeps every name as it came, or escaped as declared': () => verbatim.checkNamesStay(create),
      'redacts nothing': () => verbatim.checkNothingRedacted(create),
      'escapes so that every text can be read back, where it escapes': () => verbatim.checkEscapesReversible(create),
      'does not trim context messages': () => verbatim.checkContentNotTrimmed(create),
      'keeps messages with equal texts': () => checkEqualTextsStay(create),
      'keeps messages with blank content': () => checkEmptyContentKept(create),
    },
    order: {
      'renders the context oldest first, or as declared': () => order.checkMessageOrder(create),
      'puts each speaker next to what was said': () => order.checkAttribution(create),
      'puts the sections in the usual order, or as declared': () => order.checkSectionOrder(create),
      'puts the instruction file after the system instruction': () => order.checkInstructionOrder(create),
    },
    deeds: {
      'writes what was done as a line of ctx after its message': () => checkDeeds(create),
      'writes what was done during the current message last': () => checkCurrentDeeds(create),
      'writes nothing where nothing was done': () => checkNoDeeds(create),
    },
    guards: { [guardTitle(declaredGuards(create))]: () => checkGuards(create, readPrompt) },
    empties: {
      'gives an empty prompt when there is nothing to say': () => checkNothingToSay(create),
      'leaves no heading over where a part is missing': () => checkNoHeadingLeftOver(create),
      'takes blank parts for missing ones': () => checkBlankIsMissing(create),
      'trims task, message and instructions': () => checkTrimmed(create),
      'never prints undefined, null, NaN or [object Object]': () => checkNoAccidents(create),
    },
  };
}

function checksOfBudgets({ create, renderLayout, readPrompt }: Subject): Readonly<Record<string, Checks>> {
  const sweeps = createSweeps(create);
  const all = () => [...sweeps.scripts(), ...sweeps.shapes(), ...sweeps.tokens()];
  const budgets = scriptInputs().map(([title, input]) => [
    `never exceeds any budget: ${title}`,
    () => checkWithinBudget(sweeps.script(title, input)),
  ]);
  return {
    budget: {
      ...(Object.fromEntries(budgets) as Checks),
      'never exceeds any budget: other shapes of input': () => each(sweeps.shapes(), checkWithinBudget),
      'drops as few of the oldest messages as needed, then cuts the end of the message': () =>
        each(sweeps.scripts(), checkBestFit),
      'does so for other shapes of input': () => each(sweeps.shapes(), checkBestFit),
      'does so for an input of 100 KB': () => each([sweeps.large()], checkWithinBudget, checkBestFit),
      'keeps the order of messages when some are dropped': () => each(sweeps.scripts(), order.checkOrderUnderBudget),
    },
    tokens: {
      'never exceeds a budget in tokens': () => each(sweeps.tokens(), checkWithinBudget),
      'drops as few as needed for it, then cuts': () => each(sweeps.tokens(), checkBestFit),
      'takes the word of any counter': () => {
        each(sweeps.tokens(), checkEndCounted);
        tokens.checkOtherCounter(create);
      },
      'holds both budgets where both are given': () => tokens.checkBothBudgets(create),
      'refuses a maxTokens that cannot be counted': () => tokens.checkTokenMistakes(create),
      'uses the counter for nothing else': () => tokens.checkIdleCounter(create),
    },
    characters: {
      'never breaks a character': () => each(all(), checkWholeCharacters),
      'leaves lone surrogates that came in': () => checkLoneSurrogatesStay(create),
    },
    honesty: {
      'keeps the newest messages, without gaps': () => each(sweeps.scripts(), honesty.checkNewestSuffix),
      'prints what its layout says, where it has one': () =>
        each([...all().map(thinned), sweeps.hostile()], (sweep) => honesty.checkLayoutHonest(create, sweep)),
      'gives true receipts, where it gives any': () =>
        each([...sweeps.scripts(), ...sweeps.tokens(), sweeps.hostile()].map(thinned), (sweep) =>
          honesty.checkReceiptsTrue(create, sweep, renderLayout),
        ),
      'is read aright under any budget, where it guards': () => {
        if (readPrompt !== undefined && declaredGuards(create) !== undefined)
          checkReadingUnderBudget(sweeps.hostile(), readPrompt);
      },
    },
    refusal: {
      'refuses what cannot fit with a ContextBudgetError that says what would': () => each(all(), checkRefusals),
      'refuses a maxBytes that is not a finite number of 0 or more with a RangeError': () =>
        checkHostileBudgets(create),
      'takes unusual budgets that are valid': () => checkUnusualBudgets(create),
    },
    scale: {
      'renders ten thousand messages': () => checkManyMessages(create),
      'does linear work when most of them are dropped': () => checkLinearWork(create),
    },
  };
}

function each(sweeps: readonly Sweep[], ...checks: ((sweep: Sweep) => void)[]): void {
  for (const sweep of sweeps) for (const check of checks) check(sweep);
}
