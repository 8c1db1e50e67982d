import type { TestRunner } from '../test-runner.ts';
import * as claims from './claim-checks.ts';
import * as closing from './closing-checks.ts';
import * as following from './follow-checks.ts';
import * as guards from './guard-checks.ts';
import * as log from './log-checks.ts';
import { type OpenLog, withLog } from './open-log.ts';
import type { CreateStore } from './store-under-test.ts';

/**
 * Registers the conformance checks for a session store: order, texts, guards, concurrency, closing and opening again.
 *
 * @param create Gives a new, empty log for every check.
 */
export function testStore(create: CreateStore, { describe, it }: TestRunner): void {
  const check = (title: string, body: (opened: OpenLog) => Promise<void>) => it(title, () => withLog(create, body));

  describe('store conformance', () => {
    describe('log', () => {
      check('gives records back in order, with their place and their append', log.checkOrder);
      check('reads from the place it is told', log.checkReadFrom);
      check('reads the log as it was when read() was called', log.checkReadMoment);
      check('gives texts back as they went in', log.checkTexts);
      check('keeps records as JSON keeps them, of unknown types too', log.checkShapes);
      check('does not see what is changed after the call', log.checkCopies);
      check('takes long records and long appends', log.checkLarge);
      check('shares nothing with another log', (one) => withLog(create, (other) => log.checkSeparate(one, other)));
    });
    describe('guards', () => {
      check('counts an operation id once', guards.checkRepeated);
      check('counts an operation id once when it comes twice at the same time', guards.checkRepeatedAtOnce);
      check('refuses a wrong expectedSeq with CTX_STORE_CONFLICT', guards.checkConflict);
      check('lets exactly one of many writers at one place win', guards.checkRace);
      check('takes appends that are called at once one after the other', guards.checkQueue);
      check('takes an append of no records', guards.checkEmptyAppend);
      check('takes an append whole or not at all', guards.checkAllOrNone);
    });
    describe('claims, where the store has them', () => {
      check('keeps the log for its owner, and refuses others with CTX_STORE_LOCKED', claims.checkClaim);
      check('passes to the next when its time is over, with a higher epoch', claims.checkClaimPasses);
    });
    describe('following, where the store has it', () => {
      check('gives what is there, then what comes', following.checkFollow);
      check('ends with the store', following.checkFollowEnds);
      check('holds nobody up', following.checkFollowHoldsNobody);
    });
    describe('closing', () => {
      check('takes nothing after it was closed, and closes twice', closing.checkClosed);
      check('waits for appends under way', closing.checkClosingWaits);
      check('goes on where it was when it is opened again', closing.checkReopened);
      check('keeps a second writer out, or keeps the log whole with two', closing.checkTwoWriters);
    });
  });
}
