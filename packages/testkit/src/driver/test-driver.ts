import type { AgentDriver, ProcessDriver } from '@ctx/contract';
import { createPreparation } from '../preparation.ts';
import { fail, quote, unlessItThrows } from '../problem.ts';
import { checkSuiteOptions, type SuiteOptions } from '../suite-options.ts';
import type { TestRunner } from '../test-runner.ts';
import { checkDriverForm } from './driver-form.ts';
import { type CreateDriver, DRIVER_SCENARIOS, type DriverScenario, type SkippedScenario } from './driver-scenarios.ts';
import * as ending from './ending-checks.ts';
import * as parsing from './parser-checks.ts';
import * as planning from './plan-checks.ts';
import { expectAnswered, type RecordedTurn, recordTurn } from './recorded-turn.ts';
import type { RunTurn } from './run-turn.ts';
import * as sessions from './session-checks.ts';
import * as turns from './turn-checks.ts';

/** Options of `testDriver`. */
export interface DriverTestOptions extends TestRunner {
  /** `runStreamed` of `@ctx/agent-runner`, or another runner that keeps the same promises. */
  readonly run: RunTurn;
}

const OPTIONS: SuiteOptions = {
  suite: 'testDriver',
  create: 'a function (scenario) => driver',
  required: { run: 'runStreamed of @ctx/agent-runner' },
};

const TURNS_AT_ONCE = 16;

/**
 * Registers the conformance checks for a driver: its command plan, its parser, and whole turns with the given runner.
 * The author provides an agent, real or scripted, that plays each scenario.
 *
 * @param create Returns a driver for a scenario, or the reason why the agent cannot play it.
 * @throws TypeError for missing and unknown options.
 */
export function testDriver(create: CreateDriver, options: DriverTestOptions): void {
  checkSuiteOptions(OPTIONS, create, options);
  const { describe, it, run } = options;
  const driverFor = completeDrivers(create);
  // The factory may throw now because it needs a server that starts later. Then all checks are registered, and each one
  // finds out by itself whether it applies.
  const known = new Map(DRIVER_SCENARIOS.map((scenario) => [scenario, createdNow(create, scenario)]));
  const skipped = (scenario: DriverScenario) => isSkipped(known.get(scenario));
  const isStream = (known.get('text') as AgentDriver | undefined)?.kind === 'stream';

  const check: RegisterCheck = (scenario, title, body) => {
    if (skipped(scenario)) return;
    it(title, async () => {
      const driver = driverFor(scenario);
      if (driver !== undefined) await body(driver);
    });
  };
  const checkProcess = (
    scenario: DriverScenario,
    title: string,
    body: (driver: ProcessDriver) => void | Promise<void>,
  ) =>
    check(scenario, title, async (driver) => {
      if (driver.kind === 'process') await body(driver);
    });

  describe('driver conformance', () => {
    describe('identity', () => {
      it('has a kind and an agent type', () => checkIdentity(driverFor));
      for (const [scenario, made] of known) {
        if (isSkipped(made)) it(`gives a reason to skip ${scenario}: ${made.skipped}`, () => checkSkip(scenario, made));
      }
    });
    if (!isStream) {
      describe('command plan', () => {
        checkProcess('text', 'is the same for the same input, which it does not change', planning.checkPlanPure);
        checkProcess('text', 'has the shape the runner relies on', planning.checkPlanShape);
        checkProcess('text', 'has the whole prompt on stdin and nowhere else', planning.checkPromptOnStdin);
        checkProcess('text', 'accepts a prompt in chunks of bytes', planning.checkPromptInChunks);
        checkProcess('text', 'holds the system text once', planning.checkSystemText);
        checkProcess('text', 'holds no values of environment variables', planning.checkNoSecrets);
      });
      describe('sessions', () => {
        checkProcess('text', 'are declared without contradiction', sessions.checkSessionClaims);
        checkProcess('text', 'are kept, discarded and resumed by the plan', sessions.checkSessionPlans);
        checkProcess('text', 'are compared with the requested one', async (driver) =>
          sessions.checkResumedParser(driver, expectAnswered(await recordTurn(run, driver))),
        );
      });
      describe('parser', () => registerParserChecks(driverFor, run, checkProcess, skipped));
    }
    registerTurnChecks(options, check);
  });
}

/** A new, complete driver; `undefined` if the scenario is skipped. */
type DriverFor = (scenario: DriverScenario) => AgentDriver | undefined;

function completeDrivers(create: CreateDriver): DriverFor {
  const prepare = createPreparation();
  return (scenario) => {
    const driver = prepare('create() failed', () => createDriver(create, scenario));
    if (driver !== undefined) prepare('the driver is not complete', () => checkDriverForm(driver));
    return driver;
  };
}

type RegisterCheck = (
  scenario: DriverScenario,
  title: string,
  body: (driver: AgentDriver) => void | Promise<void>,
) => void;

function registerTurnChecks({ describe, run }: DriverTestOptions, check: RegisterCheck): void {
  describe('turn', () => {
    check('text', 'delivers the answer once and ends in turn-end', (driver) => turns.checkAnswer(run, driver));
    check('tool', 'reports tool calls with their results, and only the answer as text', (driver) =>
      turns.checkToolCall(run, driver),
    );
    check('empty', 'completes an empty answer with a notice', (driver) => turns.checkEmptyAnswer(run, driver));
    check('echo', 'accepts a prompt in chunks', (driver) => turns.checkChunkedPrompt(run, driver));
    check('echo', `runs ${TURNS_AT_ONCE} turns at once that share nothing`, (driver) =>
      turns.checkManyAtOnce(run, driver, TURNS_AT_ONCE),
    );
  });
  describe('failure', () => {
    const fails = (driver: AgentDriver, code: string) => turns.checkFailedTurn(run, driver, code);
    check('auth', 'has the code CTX_AGENT_AUTH if nobody is signed in', (driver) => fails(driver, 'CTX_AGENT_AUTH'));
    check('rate-limit', 'has the code CTX_AGENT_RATE_LIMIT if a quota is used up', (driver) =>
      fails(driver, 'CTX_AGENT_RATE_LIMIT'),
    );
    check('failure', 'has the code CTX_AGENT_FAILED for other reasons', (driver) => fails(driver, 'CTX_AGENT_FAILED'));
    check('no-end', 'has the code CTX_AGENT_FAILED if the stream stops without its end event', (driver) =>
      fails(driver, 'CTX_AGENT_FAILED'),
    );
  });
  describe('ending', () => {
    check('hang', 'is cancelled when its signal is aborted', (driver) => ending.checkCancel(run, driver));
    check('hang', 'is cancelled when its signal was aborted before its start', (driver) =>
      ending.checkCancelledBefore(run, driver),
    );
    check('hang', 'times out when it does not end', (driver) => ending.checkTimeout(run, driver));
    check('hang', 'ends the stream of a stream driver when its signal is aborted', async (driver) => {
      if (driver.kind === 'stream') await ending.checkStreamObeysSignal(driver);
    });
  });
}

type RegisterProcessCheck = (
  scenario: DriverScenario,
  title: string,
  body: (driver: ProcessDriver) => Promise<void>,
) => void;

function registerParserChecks(
  driverFor: DriverFor,
  run: RunTurn,
  checkProcess: RegisterProcessCheck,
  skipped: (scenario: DriverScenario) => boolean,
): void {
  const recordings = new Map<DriverScenario, Promise<RecordedTurn>>();
  const recorded = (scenario: DriverScenario, driver: ProcessDriver): Promise<RecordedTurn> => {
    const recording = recordings.get(scenario) ?? recordTurn(run, driver);
    recordings.set(scenario, recording);
    return scenario === 'text' ? recording.then(expectAnswered) : recording;
  };
  const checkLines = (
    scenario: DriverScenario,
    title: string,
    body: (driver: ProcessDriver, turn: RecordedTurn) => void,
  ) => checkProcess(scenario, title, async (driver) => body(driver, await recorded(scenario, driver)));

  checkProcess('text', 'has the shape the runner relies on', async (driver) => parsing.checkParserForm(driver));
  checkLines('text', 'never throws, whatever the line', parsing.checkAnyLine);
  checkLines('text', 'passes on lines it does not know', parsing.checkUnknownKept);
  checkProcess('text', 'shares nothing with another parser', async (driver) => {
    const others = (['tool', 'echo', 'failure', 'text'] as const).flatMap((scenario) => {
      const other = driverFor(scenario);
      return other?.kind === 'process' ? [recorded(scenario, other)] : [];
    });
    parsing.checkParsersIsolated(driver, await Promise.all([...others, recorded('text', driver)]));
  });
  // An agent without an end event has only its exit code.
  if (skipped('no-end')) return;
  checkLines('text', 'lets the end event decide, not the exit code', parsing.checkEndEventDecides);
  checkLines('failure', 'keeps a failed turn failed for exit code 0', parsing.checkFailureAgainstExit);
}

/** The driver or skip that the factory returns now; `undefined` if it throws. The checks call it again and report that. */
function createdNow(create: CreateDriver, scenario: DriverScenario): unknown {
  try {
    return create(scenario);
  } catch {
    return undefined;
  }
}

/** A new driver; `undefined` if the scenario is skipped. */
function createDriver(create: CreateDriver, scenario: DriverScenario): AgentDriver | undefined {
  const advice = 'Return a driver, or { skipped: reason }; the scenario text cannot be skipped';
  const driver = unlessItThrows(`create("${scenario}")`, advice, () => create(scenario));
  if (isSkipped(driver) && scenario !== 'text') return undefined;
  if (!isObject(driver) || isSkipped(driver)) fail(`create("${scenario}") returned ${quote(driver)}`, advice);
  return driver;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isSkipped(made: unknown): made is SkippedScenario {
  return isObject(made) && 'skipped' in made;
}

function checkIdentity(driverFor: DriverFor): void {
  const [driver, another] = [driverFor('text')!, driverFor('text')!];
  const { agentType } = driver;
  if (typeof agentType !== 'string' || agentType.trim() === '') {
    fail(`agentType is ${quote(agentType)}`, 'Name the agent, such as "my-agent"');
  }
  if (another.agentType !== agentType) {
    fail(`agentType is ${quote(agentType)} and then ${quote(another.agentType)}`, 'Use a constant');
  }
}

function checkSkip(scenario: DriverScenario, { skipped }: SkippedScenario): void {
  if (scenario === 'text') fail('The scenario text is skipped', 'Return a driver: this scenario cannot be skipped');
  if (typeof skipped !== 'string' || skipped.trim() === '') {
    fail(
      `The scenario ${scenario} is skipped for the reason ${quote(skipped)}`,
      'Give a reason why the agent cannot play it',
    );
  }
}
