import { isAbsolute } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ProcessDriver, TurnInput, TurnResult } from '@ctx/contract';
import { fail, quote, unlessItThrows } from '../problem.ts';
import { finish, playLines, type RecordedTurn } from './recorded-turn.ts';
import { USUAL_INPUT } from './run-turn.ts';

const SESSION = '11111111-2222-4333-8444-555555555555';
const OTHER = '99999999-2222-4333-8444-555555555555';

/** What a driver says about its sessions goes together. */
export function checkSessionClaims({ sessions, forks, sessionFolder }: ProcessDriver): void {
  if (![undefined, 'keep', 'fresh'].includes(sessions)) {
    fail(`sessions is ${quote(sessions)}`, "Say 'keep' or 'fresh', or nothing, which is 'fresh'");
  }
  if (forks === true && sessions !== 'keep') {
    fail('The driver forks sessions that it does not keep', "Say sessions: 'keep' as well, or leave out forks");
  }
  if (sessionFolder === undefined) return;
  const folder = sessionFolder.folder({ HOME: '/home/someone', USERPROFILE: '/home/someone' });
  if (typeof folder !== 'string' || !isAbsolute(folder)) {
    fail(`sessionFolder.folder() gives ${quote(folder)}`, 'Give an absolute path, made from the environment');
  }
  const [end, another] = [sessionFolder.fileEnd(SESSION), sessionFolder.fileEnd(OTHER)];
  if (typeof end !== 'string' || end === another) {
    fail(`sessionFolder.fileEnd() gives ${quote(end)} for every session`, 'End in what tells one session from another');
  }
}

/** A session is named where it is resumed, and what is kept is told from what is not. */
export function checkSessionPlans(driver: ProcessDriver): void {
  if (driver.sessions !== 'keep') return;
  const plan = (input: Partial<TurnInput>) => driver.command({ ...USUAL_INPUT, ...input });
  const [kept, discarded] = [plan({ session: 'keep' }), plan({ session: 'discard' })];
  if (isDeepStrictEqual(kept, discarded)) {
    fail(
      'A turn whose session is kept has the same plan as one that leaves nothing behind',
      'Tell the agent to store no session unless session is keep',
    );
  }
  if (!isDeepStrictEqual(plan({}), discarded)) {
    fail('A turn that says nothing about its session is not discarded', 'Keep a session only when session is keep');
  }
  const { args, env, files = [] } = plan({ session: 'keep', resume: { sessionId: SESSION } });
  if (!JSON.stringify([args, env, files]).includes(SESSION)) {
    fail('The plan of a resumed turn does not name the session', 'Hand resume.sessionId to the agent');
  }
  for (const sessionId of ['--help', '-x', '']) {
    const isPassedOn = (() => {
      try {
        return plan({ session: 'keep', resume: { sessionId } }).args.includes(sessionId);
      } catch {
        return false;
      }
    })();
    if (isPassedOn) {
      fail(`The session ${quote(sessionId)} is passed on as it is`, 'Refuse what the agent could take for a flag');
    }
  }
}

/** The turn of another session is not the one that was asked for, however well it ends. */
export function checkResumedParser(driver: ProcessDriver, recorded: RecordedTurn): void {
  if (driver.sessions !== 'keep') return;
  const { sessionId } = play(driver, recorded, { session: 'keep' });
  if (sessionId === undefined) {
    fail('A turn whose session is kept ends without its id', 'Give sessionId in the result');
  }
  const { status, error, sessionId: found } = play(driver, recorded, { session: 'keep', resume: { sessionId: OTHER } });
  if (driver.forks === true) {
    if (status === 'completed' && found !== sessionId) {
      fail(`A resumed turn ends in ${quote(found)}`, 'Give the id of the copy that it went on in');
    }
    return;
  }
  if (status === 'completed' || error?.code !== 'CTX_AGENT_SESSION_LOST') {
    fail(
      `A turn that was to go on in another session ended as ${status} ${error?.code ?? ''}`.trim(),
      'Compare the id that comes back with resume.sessionId; CTX_AGENT_SESSION_LOST where they differ',
    );
  }
}

function play(driver: ProcessDriver, { lines, exit }: RecordedTurn, input: Partial<TurnInput>): TurnResult {
  const parser = unlessItThrows('createParser()', 'Any TurnInput is valid', () =>
    driver.createParser({ ...USUAL_INPUT, ...input }),
  );
  playLines(parser, lines);
  return finish(parser, exit);
}
