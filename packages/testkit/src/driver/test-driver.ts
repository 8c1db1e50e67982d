import type { AgentDriver, ProcessDriver } from '@ctx/contract';
import { fail, quote, unlessItThrows } from '../problem.ts';
import type { TestRunner } from '../test-runner.ts';
import { type CreateDriver, DRIVER_SCENARIOS, type DriverScenario, type SkippedScenario } from './driver-scenarios.ts';
import * as ending from './ending-checks.ts';
import * as parsing from './parser-checks.ts';
import * as planning from './plan-checks.ts';
import { type RecordedTurn, recordTurn } from './recorded-turn.ts';
import type { RunTurn } from './run-turn.ts';
import * as sessions from './session-checks.ts';
import * as turns from './turn-checks.ts';

/** What `testDriver` runs on. */
export interface DriverTestOptions extends TestRunner {
  /** `runStreamed` of `@ctx/agent-runner`, or another runner with the same promises. */
  readonly run: RunTurn;
}

const TURNS_AT_ONCE = 16;

/**
 * Registers the conformance checks for a driver: its command plan, its parser, and whole turns through the runner that
 * is handed in. The author's part is to make the agent, or something that plays it, do what each scenario says.
 *
 * @param create Gives a driver for a scenario, or the reason why the agent cannot be made to do that.
 */
export function testDriver(create: CreateDriver, { describe, it, run }: DriverTestOptions): void {
  // A factory may have to wait for a server that is started later; then the checks find out what there is to check.
  const known = new Map(DRIVER_SCENARIOS.map((scenario) => [scenario, createdNow(create, scenario)]));
  const skipped = (scenario: DriverScenario) => isSkipped(known.get(scenario));
  const isStream = (known.get('text') as AgentDriver | undefined)?.kind === 'stream';

  const check = (scenario: DriverScenario, title: string, body: (driver: AgentDriver) => void | Promise<void>) => {
    if (skipped(scenario)) return;
    it(title, async () => {
      const driver = driverFor(create, scenario);
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
      it('says its kind and names its agent type', () => checkIdentity(create));
      for (const [scenario, made] of known) {
        if (isSkipped(made)) it(`says why it skips ${scenario}: ${made.skipped}`, () => checkSkip(scenario, made));
      }
    });
    if (!isStream) {
      describe('command plan', () => {
        checkProcess('text', 'is the same for the same input, and leaves the input alone', planning.checkPlanPure);
        checkProcess('text', 'has the shape the runner relies on', planning.checkPlanShape);
        checkProcess('text', 'holds the prompt on stdin, whole, and nowhere else', planning.checkPromptOnStdin);
        checkProcess('text', 'takes a prompt in chunks of bytes', planning.checkPromptInChunks);
        checkProcess('text', 'holds the system text once', planning.checkSystemText);
        checkProcess('text', 'holds no value of the environment', planning.checkNoSecrets);
      });
      describe('sessions', () => {
        checkProcess('text', 'are claimed without contradiction', sessions.checkSessionClaims);
        checkProcess('text', 'are kept, discarded and resumed by the plan', sessions.checkSessionPlans);
        checkProcess('text', 'are known again when they come back', async (driver) =>
          sessions.checkResumedParser(driver, await recordTurn(run, driver)),
        );
      });
      describe('parser', () => registerParserChecks(create, run, checkProcess, skipped));
    }
    describe('turn', () => {
      check('text', 'delivers the answer once and ends in turn-end', (driver) => turns.checkAnswer(run, driver));
      check('tool', 'tells tool calls and results, paired, and only the answer as text', (driver) =>
        turns.checkToolCall(run, driver),
      );
      check('empty', 'completes an empty answer with a notice', (driver) => turns.checkEmptyAnswer(run, driver));
      check('echo', 'takes a prompt in chunks', (driver) => turns.checkChunkedPrompt(run, driver));
      check('echo', `runs ${TURNS_AT_ONCE} turns at once that share nothing`, (driver) =>
        turns.checkManyAtOnce(run, driver, TURNS_AT_ONCE),
      );
    });
    describe('failure', () => {
      const fails = (driver: AgentDriver, code: string) => turns.checkFailedTurn(run, driver, code);
      check('auth', 'says CTX_AGENT_AUTH when nobody is signed in', (driver) => fails(driver, 'CTX_AGENT_AUTH'));
      check('rate-limit', 'says CTX_AGENT_RATE_LIMIT when a quota is used up', (driver) =>
        fails(driver, 'CTX_AGENT_RATE_LIMIT'),
      );
      check('failure', 'says CTX_AGENT_FAILED otherwise', (driver) => fails(driver, 'CTX_AGENT_FAILED'));
      check('no-end', 'fails a stream that stops without its end event', (driver) => fails(driver, 'CTX_AGENT_FAILED'));
    });
    describe('ending', () => {
      check('hang', 'is cancelled when its signal is aborted', (driver) => ending.checkCancel(run, driver));
      check('hang', 'is cancelled when its signal was aborted before', (driver) =>
        ending.checkCancelledBefore(run, driver),
      );
      check('hang', 'times out when it does not end', (driver) => ending.checkTimeout(run, driver));
      check('hang', 'stops its stream when the signal is aborted, where it is one', async (driver) => {
        if (driver.kind === 'stream') await ending.checkStreamObeysSignal(driver);
      });
    });
  });
}

type RegisterProcessCheck = (
  scenario: DriverScenario,
  title: string,
  body: (driver: ProcessDriver) => Promise<void>,
) => void;

function registerParserChecks(
  create: CreateDriver,
  run: RunTurn,
  checkProcess: RegisterProcessCheck,
  skipped: (scenario: DriverScenario) => boolean,
): void {
  const recordings = new Map<DriverScenario, Promise<RecordedTurn>>();
  const recorded = (scenario: DriverScenario, driver: ProcessDriver): Promise<RecordedTurn> => {
    const recording = recordings.get(scenario) ?? recordTurn(run, driver);
    recordings.set(scenario, recording);
    return recording;
  };
  const checkLines = (
    scenario: DriverScenario,
    title: string,
    body: (driver: ProcessDriver, turn: RecordedTurn) => void,
  ) => checkProcess(scenario, title, async (driver) => body(driver, await recorded(scenario, driver)));

  checkProcess('text', 'has the shape the runner relies on', async (driver) => parsing.checkParserShape(driver));
  checkLines('text', 'never throws on any line', parsing.checkAnyLine);
  checkLines('text', 'keeps what it does not know', parsing.checkUnknownKept);
  checkProcess('text', 'shares nothing with another parser', async (driver) => {
    const others = (['tool', 'echo', 'failure', 'text'] as const).flatMap((scenario) => {
      const other = driverFor(create, scenario);
      return other?.kind === 'process' ? [recorded(scenario, other)] : [];
    });
    parsing.checkParsersIsolated(driver, await Promise.all([...others, recorded('text', driver)]));
  });
  // Without an end event in its stream, the exit code is all there is.
  if (skipped('no-end')) return;
  checkLines('text', 'lets the end event decide, not the exit code', parsing.checkEndEventDecides);
  checkLines('failure', 'lets a failed end stand against exit code 0', parsing.checkFailureAgainstExit);
}

/** What the factory gives now; an error it throws is left to the checks. */
function createdNow(create: CreateDriver, scenario: DriverScenario): unknown {
  try {
    return create(scenario);
  } catch {
    return undefined;
  }
}

/** A new driver, or nothing when the scenario is skipped. */
function driverFor(create: CreateDriver, scenario: DriverScenario): AgentDriver | undefined {
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

function checkIdentity(create: CreateDriver): void {
  const [driver, another] = [driverFor(create, 'text')!, driverFor(create, 'text')!];
  checkKind(driver);
  const { agentType } = driver;
  if (typeof agentType !== 'string' || agentType.trim() === '')
    fail(`agentType is ${quote(agentType)}`, 'Name the agent, such as "my-agent"');
  if (another.agentType !== agentType)
    fail(`agentType is ${quote(agentType)} and then ${quote(another.agentType)}`, 'Return a constant');
}

function checkKind(driver: AgentDriver): void {
  const { kind } = driver;
  if (kind !== 'process' && kind !== 'stream') fail(`kind is ${quote(kind)}`, "Say 'process' or 'stream'");
  const [isProcess, isStream] = ['command' in driver && 'createParser' in driver, 'stream' in driver];
  if (isProcess && isStream)
    fail(`The driver is a ${kind} driver and has ${kind === 'process' ? 'stream' : 'command'}()`, 'Be one of the two');
  if (kind === 'process' ? !isProcess : !isStream)
    fail(
      `The driver says that it is a ${kind} driver`,
      "Have command() and createParser() with kind 'process', or stream() with kind 'stream'",
    );
}

function checkSkip(scenario: DriverScenario, { skipped }: SkippedScenario): void {
  if (scenario === 'text') fail('The scenario text is skipped', 'Every agent can answer: it cannot be skipped');
  if (typeof skipped !== 'string' || skipped.trim() === '') {
    fail(`The scenario ${scenario} is skipped for the reason ${quote(skipped)}`, 'Say why the agent cannot do it');
  }
}
