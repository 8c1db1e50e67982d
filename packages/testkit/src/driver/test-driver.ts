import type { AgentDriver, ProcessDriver, StreamDriver } from '@ctx/contract';
import { fail, quote, unlessItThrows } from '../problem.ts';
import type { TestRunner } from '../test-runner.ts';
import { type CreateDriver, DRIVER_SCENARIOS, type DriverScenario } from './driver-scenarios.ts';
import * as ending from './ending-checks.ts';
import * as parsing from './parser-checks.ts';
import * as planning from './plan-checks.ts';
import { type RecordedTurn, recordTurn } from './recorded-turn.ts';
import type { RunTurn } from './run-turn.ts';
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
  const make = (scenario: DriverScenario) => driverFor(create, scenario);
  const playable = (scenario: DriverScenario) => !('skipped' in Object(attemptCreate(create, scenario)));
  const checkIn = (scenario: DriverScenario, title: string, check: (driver: AgentDriver) => void | Promise<void>) => {
    if (playable(scenario)) it(title, () => check(make(scenario)));
  };
  const text = attemptCreate(create, 'text');
  const isProcess = typeof text === 'object' && text !== null && 'command' in text;
  const process = (scenario: DriverScenario) => make(scenario) as ProcessDriver;

  describe('driver conformance', () => {
    describe('identity', () => {
      it('is a process driver or a stream driver, and names its agent type', () =>
        checkIdentity(make('text'), make('text')));
      for (const scenario of DRIVER_SCENARIOS) {
        const made = attemptCreate(create, scenario);
        if ('skipped' in Object(made))
          it(`says why it skips ${scenario}: ${(made as { skipped: string }).skipped}`, () =>
            checkSkip(scenario, made));
      }
    });
    if (isProcess) {
      describe('command plan', () => {
        it('is the same for the same input, and leaves the input alone', () => planning.checkPlanPure(process('text')));
        it('has the shape the runner relies on', () => planning.checkPlanShape(process('text')));
        it('holds the prompt on stdin, whole, and nowhere else', () => planning.checkPromptOnStdin(process('text')));
        it('takes a prompt in chunks of bytes', () => planning.checkPromptInChunks(process('text')));
        it('holds the system text once', () => planning.checkSystemText(process('text')));
        it('holds no value of the environment', () => planning.checkNoSecrets(process('text')));
      });
      describe('parser', () => {
        const recordings = new Map<DriverScenario, Promise<RecordedTurn>>();
        const recorded = (scenario: DriverScenario): Promise<RecordedTurn> => {
          const recording = recordings.get(scenario) ?? recordTurn(run, process(scenario));
          recordings.set(scenario, recording);
          return recording;
        };
        it('never throws on any text', async () => parsing.checkAnyText(process('text'), await recorded('text')));
        it('reads objects like lines, where it reads them', async () =>
          parsing.checkObjectsLikeLines(process('text'), await recorded('text')));
        it('keeps what it does not know', async () =>
          parsing.checkUnknownKept(process('text'), await recorded('text')));
        it('shares nothing with another parser', async () => {
          const scenarios = (['text', 'tool', 'echo', 'failure'] as const).filter(playable);
          parsing.checkParsersIsolated(
            process('text'),
            await Promise.all([...scenarios, 'text' as const].map(recorded)),
          );
        });
        if (playable('no-end')) {
          it('lets the end event decide, not the exit code', async () =>
            parsing.checkEndEventDecides(process('text'), await recorded('text')));
          checkIn('failure', 'lets a failed end stand against exit code 0', async () =>
            parsing.checkFailureAgainstExit(process('failure'), await recorded('failure')),
          );
        }
      });
    }
    describe('turn', () => {
      checkIn('text', 'delivers the answer once and ends in turn-end', (driver) => turns.checkAnswer(run, driver));
      checkIn('tool', 'tells tool calls and results, paired, and only the answer as text', (driver) =>
        turns.checkToolCall(run, driver),
      );
      checkIn('empty', 'completes an empty answer with a notice', (driver) => turns.checkEmptyAnswer(run, driver));
      checkIn('echo', 'takes a prompt in chunks', (driver) => turns.checkChunkedPrompt(run, driver));
      checkIn('echo', `runs ${TURNS_AT_ONCE} turns at once that share nothing`, () =>
        turns.checkManyAtOnce(run, () => make('echo'), TURNS_AT_ONCE),
      );
    });
    describe('failure', () => {
      checkIn('auth', 'says CTX_AGENT_AUTH when nobody is signed in', (driver) =>
        turns.checkFailedTurn(run, driver, ['CTX_AGENT_AUTH']),
      );
      checkIn('rate-limit', 'says CTX_AGENT_RATE_LIMIT when a quota is used up', (driver) =>
        turns.checkFailedTurn(run, driver, ['CTX_AGENT_RATE_LIMIT']),
      );
      checkIn('failure', 'says CTX_AGENT_FAILED otherwise', (driver) =>
        turns.checkFailedTurn(run, driver, ['CTX_AGENT_FAILED']),
      );
      checkIn('no-end', 'fails a stream that stops without its end event', (driver) =>
        turns.checkFailedTurn(run, driver, ['CTX_AGENT_FAILED']),
      );
    });
    describe('ending', () => {
      checkIn('hang', 'is cancelled when its signal is aborted', (driver) => ending.checkCancel(run, driver));
      checkIn('hang', 'is cancelled when its signal was aborted before', (driver) =>
        ending.checkCancelledBefore(run, driver),
      );
      checkIn('hang', 'times out when it does not end', (driver) => ending.checkTimeout(run, driver));
      if (!isProcess)
        checkIn('hang', 'stops its stream when the signal is aborted', (driver) =>
          ending.checkStreamObeysSignal(driver as StreamDriver),
        );
    });
  });
}

/** What the factory gives; an error it throws is kept for the check that needs the driver. */
function attemptCreate(create: CreateDriver, scenario: DriverScenario): unknown {
  try {
    return create(scenario);
  } catch {
    return undefined;
  }
}

function driverFor(create: CreateDriver, scenario: DriverScenario): AgentDriver {
  const advice = 'Return a driver, or { skipped: reason }; the scenario text cannot be skipped';
  const driver = unlessItThrows(`create("${scenario}")`, advice, () => create(scenario));
  if (typeof driver === 'object' && driver !== null && !('skipped' in driver)) return driver;
  fail(`create("${scenario}") returned ${quote(driver)}`, advice);
}

function checkIdentity(driver: AgentDriver, another: AgentDriver): void {
  const kinds = ['command' in driver && 'createParser' in driver, 'stream' in driver].filter(Boolean).length;
  if (kinds !== 1)
    fail(
      'The driver is neither a process driver nor a stream driver, or both',
      'Have command() and createParser(), or stream()',
    );
  const { agentType } = driver;
  if (typeof agentType !== 'string' || agentType.trim() === '')
    fail(`agentType is ${quote(agentType)}`, 'Name the agent, such as "my-agent"');
  if (another.agentType !== agentType)
    fail(`agentType is ${quote(agentType)} and then ${quote(another.agentType)}`, 'Return a constant');
}

function checkSkip(scenario: DriverScenario, made: unknown): void {
  const reason: unknown = (made as { skipped: unknown }).skipped;
  if (scenario === 'text') fail('The scenario text is skipped', 'Every agent can answer: it cannot be skipped');
  if (typeof reason !== 'string' || reason.trim() === '')
    fail(`The scenario ${scenario} is skipped for the reason ${quote(reason)}`, 'Say why the agent cannot do it');
}
