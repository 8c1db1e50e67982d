import { type RunOptions, runStreamed } from '@ctx/agent-runner';
import type { AgentEvent, CommandPlan, TurnInput, Place as TurnPlace, TurnResult } from '@ctx/contract';
import type { ModelServer, ReceivedRequest } from '../model-server/index.ts';
import type { Agent, AgentOptions } from './agents.ts';
import { openPlaceAndServer } from './open-place-and-server.ts';
import type { Place } from './place.ts';
import { survivorsOf } from './survivors.ts';

/** The outcome of one turn. */
export interface TurnOutcome {
  readonly events: readonly AgentEvent[];
  readonly result: TurnResult;
  /** Model calls the turn made. */
  readonly calls: readonly ReceivedRequest[];
}

/** How a turn is run. */
interface TurnOptions extends RunOptions {
  readonly agentOptions?: AgentOptions | undefined;
  /** Called with each event as it arrives. */
  readonly onEvent?: ((event: AgentEvent) => void) | undefined;
  /** Changes the driver's plan, to show what would happen without the driver's protection. */
  readonly alter?: ((plan: CommandPlan) => CommandPlan) | undefined;
}

/** One agent, one place and one model server for one test. */
export interface Fixture<Cli extends Agent<string> = Agent> {
  readonly agent: Cli;
  readonly place: Place;
  readonly server: ModelServer;
  /** Runs a turn to its end. */
  runTurn(input: Partial<TurnInput> & Pick<TurnInput, 'prompt'>, options?: TurnOptions): Promise<TurnOutcome>;
  survivors(): string[];
}

/** Creates a fixture. It is removed after the test. */
export async function createFixture<Cli extends Agent<string>>(agent: Cli): Promise<Fixture<Cli>> {
  const { server, place } = await openPlaceAndServer();
  return {
    agent,
    place,
    server,
    survivors: () => survivorsOf(place),
    async runTurn(input, { agentOptions, onEvent, alter = (plan: CommandPlan) => plan, env, ...options } = {}) {
      const before = server.modelCalls().length;
      const turn: TurnInput = { model: agent.model, permissions: 'read-only', ...input };
      const events: AgentEvent[] = [];
      const driver = agent.driver(server, agentOptions);
      const altered = {
        ...driver,
        command: (input: TurnInput, folder: TurnPlace) => alter(driver.command(input, folder)),
      };
      const stream = runStreamed(altered, turn, {
        cwd: place.project,
        timeoutMs: 60_000,
        ...options,
        env: { ...agent.env(server, place), ...env },
      });
      for await (const event of stream) {
        events.push(event);
        onEvent?.(event);
      }
      const last = events.at(-1);
      if (last?.type !== 'turn-end') throw new Error(`The last event is ${last?.type}, not turn-end.`);
      return { events, result: last.result, calls: server.modelCalls().slice(before) };
    },
  };
}

/** The input of a turn that continues the session of another turn, and keeps it. */
export function continuing({ result }: TurnOutcome): Pick<TurnInput, 'session' | 'resume'> {
  return {
    session: 'keep',
    resume: { sessionId: result.sessionId!, totalsBefore: result.totals, mark: result.sessionMark },
  };
}

/** The text of the answer, as the events delivered it. */
export function deliveredText(events: readonly AgentEvent[]): string {
  return events.map((event) => (event.type === 'text' || event.type === 'text-delta' ? event.text : '')).join('');
}
