import { isAbsolute } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ProcessDriver, TurnInput, TurnResult } from '@ctx/contract';
import { fail, quote, unlessItThrows } from '../problem.ts';
import { finish, playLines, type RecordedTurn } from './recorded-turn.ts';
import { USUAL_INPUT, USUAL_PLACE } from './run-turn.ts';

const SESSION = '11111111-2222-4333-8444-555555555555';
const OTHER = '99999999-2222-4333-8444-555555555555';

/** The session fields of a driver do not contradict each other. */
export function checkSessionClaims({ sessions, forks, sessionFolder }: ProcessDriver): void {
  if (![undefined, 'keep', 'fresh'].includes(sessions)) {
    fail(`sessions is ${quote(sessions)}`, "Use 'keep' or 'fresh', or leave it out, which means 'fresh'");
  }
  if (forks === true && sessions !== 'keep') {
    fail('The driver forks sessions that it does not keep', "Add sessions: 'keep', or leave out forks");
  }
  if (sessionFolder === undefined) return;
  const folder = sessionFolder.folder({ HOME: '/home/someone', USERPROFILE: '/home/someone' });
  if (typeof folder !== 'string' || !isAbsolute(folder)) {
    fail(`sessionFolder.folder() returns ${quote(folder)}`, 'Return an absolute path, made from the environment');
  }
  const [end, another] = [sessionFolder.fileEnd(SESSION), sessionFolder.fileEnd(OTHER)];
  if (typeof end !== 'string' || end === another) {
    fail(
      `sessionFolder.fileEnd() returns ${quote(end)} for different sessions`,
      'Return an end of the file name that differs for every session, for example with its id',
    );
  }
}

/** The plan of a resumed turn names its session, and the plans for kept and discarded sessions differ. */
export function checkSessionPlans(driver: ProcessDriver): void {
  if (driver.sessions !== 'keep') return;
  const plan = (input: Partial<TurnInput>) => driver.command({ ...USUAL_INPUT, ...input }, USUAL_PLACE);
  const [kept, discarded] = [plan({ session: 'keep' }), plan({ session: 'discard' })];
  if (isDeepStrictEqual(kept, discarded)) {
    fail(
      'A turn with session keep has the same plan as one with session discard',
      'Tell the agent to store the session only if session is keep',
    );
  }
  if (!isDeepStrictEqual(plan({}), discarded)) {
    fail(
      'A turn without session has another plan than one with session discard',
      'Keep a session only if session is keep',
    );
  }
  const { args, env, files = [] } = plan({ session: 'keep', resume: { sessionId: SESSION } });
  if (!JSON.stringify([args, env, files]).includes(SESSION)) {
    fail('The plan of a resumed turn does not name the session', 'Pass resume.sessionId to the agent');
  }
  for (const sessionId of ['--help', '-x', '']) {
    if (passesOn(driver, sessionId)) {
      fail(
        `The session id ${quote(sessionId)} is passed to the agent as an argument`,
        'Refuse an id that the agent could read as a flag',
      );
    }
  }
}

function passesOn(driver: ProcessDriver, sessionId: string): boolean {
  try {
    return driver
      .command({ ...USUAL_INPUT, session: 'keep', resume: { sessionId } }, USUAL_PLACE)
      .args.includes(sessionId);
  } catch {
    // The driver refuses the id.
    return false;
  }
}

/** A turn that ran in another session than the requested one has failed, however it ended. */
export function checkResumedParser(driver: ProcessDriver, recorded: RecordedTurn): void {
  if (driver.sessions !== 'keep') return;
  const { sessionId } = play(driver, recorded, { session: 'keep' });
  if (sessionId === undefined) {
    fail('A turn with session keep ends without a session id', 'Give sessionId in the result');
  }
  const { status, error, sessionId: found } = play(driver, recorded, { session: 'keep', resume: { sessionId: OTHER } });
  if (driver.forks === true) {
    if (status === 'completed' && found !== sessionId) {
      fail(
        `A resumed turn ends with the session id ${quote(found)} instead of ${quote(sessionId)}`,
        'Give the id of the forked session that the agent reported',
      );
    }
    return;
  }
  if (status === 'completed' || error?.code !== 'CTX_AGENT_SESSION_LOST') {
    fail(
      `A turn that ran in another session than the requested one ended as ${status} ${error?.code ?? ''}`.trim(),
      'Compare the reported id with resume.sessionId, and fail with CTX_AGENT_SESSION_LOST if they differ',
    );
  }
}

function play(driver: ProcessDriver, { lines, exit }: RecordedTurn, input: Partial<TurnInput>): TurnResult {
  const parser = unlessItThrows('createParser()', 'Accept every TurnInput', () =>
    driver.createParser({ ...USUAL_INPUT, ...input }),
  );
  playLines(parser, lines);
  return finish(parser, exit);
}
