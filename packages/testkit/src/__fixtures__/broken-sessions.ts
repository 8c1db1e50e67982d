import type { ProcessDriver, TurnInput } from '@ctx/contract';
import type { CreateDriver } from '../driver/driver-scenarios.ts';
import type { BrokenDrivers } from './broken-driver.ts';
import { createSampleParser, failed, sampleDriver } from './sample-driver.ts';

const OWN_SESSION = '0af1c9ba-1111-4222-8333-444455556666';

/** A correct driver that keeps sessions, with a part replaced. */
const keeping =
  (change: (driver: ProcessDriver) => Partial<ProcessDriver> = () => ({})): CreateDriver =>
  (scenario) => {
    const sample = sampleDriver(scenario);
    const driver: ProcessDriver = {
      ...sample,
      sessions: 'keep',
      sessionFolder: { folder: ({ HOME }) => `${HOME}/.sample`, fileEnd: (id) => `${id}.jsonl` },
      command: (input, place) => ({
        ...sample.command(input, place),
        args: [...sample.command(input, place).args, ...sessionArgs(input)],
      }),
      createParser: ({ resume }) => {
        const parser = createSampleParser();
        const isLost = resume !== undefined && resume.sessionId !== OWN_SESSION;
        const finish: typeof parser.finish = (exit) =>
          isLost ? failed('', 'CTX_AGENT_SESSION_LOST') : { ...parser.finish(exit), sessionId: OWN_SESSION };
        return { ...parser, finish };
      },
    };
    return { ...driver, ...change(driver) };
  };

function sessionArgs({ session, resume }: TurnInput): string[] {
  if (resume?.sessionId.startsWith('-') || resume?.sessionId === '') throw new TypeError('no session');
  return [...(session === 'keep' ? [] : ['--forget']), ...(resume === undefined ? [] : ['--resume', resume.sessionId])];
}

/** A correct driver that keeps sessions. */
export const keepingDriver = keeping();

const withArgs = (args: (input: TurnInput, sound: readonly string[]) => readonly string[]): CreateDriver =>
  keeping((driver) => ({
    command: (input, place) => {
      const safe = input.resume?.sessionId.startsWith('-') ? { ...input, resume: undefined } : input;
      const plan = driver.command(safe.resume?.sessionId === '' ? { ...safe, resume: undefined } : safe, place);
      return { ...plan, args: args(input, plan.args) };
    },
  }));

/** Defects in how a driver handles sessions. */
export const BROKEN_SESSIONS: BrokenDrivers = {
  'forks sessions that it does not keep': [
    keeping(() => ({ sessions: 'fresh', forks: true })),
    /forks sessions that it does not/,
  ],
  'has an unknown value for sessions': [keeping(() => ({ sessions: 'some' as 'keep' })), /sessions is "some"/],
  'looks for sessions in a relative folder': [
    keeping(() => ({ sessionFolder: { folder: () => '.sample', fileEnd: (id) => id } })),
    /folder\(\) returns "\.sample"/,
  ],
  'cannot tell one session file from another': [
    keeping(() => ({ sessionFolder: { folder: () => '/sessions', fileEnd: () => '.jsonl' } })),
    /fileEnd\(\) returns/,
  ],
  'stores the session of every turn': [
    withArgs((_, sound) => sound.filter((word) => word !== '--forget')),
    /same plan as one with session discard/,
  ],
  'does not resume': [
    withArgs((input, sound) => (input.resume === undefined ? sound : sound.slice(0, -2))),
    /does not name the session/,
  ],
  'passes on a session id that looks like a flag': [
    withArgs((input, sound) => (input.resume?.sessionId.startsWith('-') ? [...sound, input.resume.sessionId] : sound)),
    /is passed to the agent as an argument/,
  ],
  'does not report its session id': [
    keeping(() => ({ createParser: createSampleParser })),
    /ends without a session id/,
  ],
  'completes in another session than the one to resume': [
    keeping((driver) => ({ createParser: (input) => driver.createParser({ ...input, resume: undefined }) })),
    /ended as completed/,
  ],
};
