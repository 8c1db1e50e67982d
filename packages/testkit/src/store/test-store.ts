import { checkSuiteOptions } from '../suite-options.ts';
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
 * @param create Returns a new, empty log for every check.
 * @throws TypeError for missing and unknown options.
 */
export function testStore(create: CreateStore, options: TestRunner): void {
  checkSuiteOptions({ suite: 'testStore', create: 'a function that returns a new, empty log' }, create, options);
  const { describe, it } = options;
  const check = (title: string, body: (opened: OpenLog) => Promise<void>) => it(title, () => withLog(create, body));

  describe('store conformance', () => {
    describe('log', () => {
      check('returns records in order, with their seq and operation id', log.checkOrder);
      check('reads from the given seq on', log.checkReadFrom);
      check('reads the log as it was when read() was called', log.checkReadMoment);
      check('returns texts unchanged', log.checkTexts);
      check('keeps records as JSON does, also those of unknown types', log.checkShapes);
      check('does not change when the caller changes a record after the call', log.checkCopies);
      check('accepts long records and long appends', log.checkLarge);
      check('shares nothing with another log', (one) => withLog(create, (other) => log.checkSeparate(one, other)));
    });
    describe('guards', () => {
      check('applies an operation id once', guards.checkRepeated);
      check('applies an operation id once if it comes several times at once', guards.checkRepeatedAtOnce);
      check('refuses a wrong expectedSeq with CTX_STORE_CONFLICT', guards.checkConflict);
      check('accepts exactly one of many appends with the same expectedSeq', guards.checkRace);
      check('applies appends that are called at once in the order of the calls', guards.checkQueue);
      check('accepts an append of no records', guards.checkEmptyAppend);
      check('adds all records of an append or none', guards.checkAllOrNone);
    });
    describe('a claim, if the store has claims', () => {
      check('keeps the log for its owner, and others are refused with CTX_STORE_LOCKED', claims.checkClaim);
      check('that expired passes to the next owner, with a higher epoch', claims.checkClaimPasses);
      check('that was given back is free at once', claims.checkClaimGivenBack);
    });
    describe('following, if the store has it', () => {
      check('returns the existing records, then the new ones', following.checkFollow);
      check('ends when the store is closed', following.checkFollowEnds);
      check('does not delay appends', following.checkSlowFollower);
    });
    describe('closing', () => {
      check('makes the store refuse appends, and can be repeated', closing.checkClosed);
      check('waits for appends in progress', closing.checkClosingWaits);
      check('keeps records and operation ids for when the log is opened again', closing.checkReopened);
    });
    describe('a second writer', () => {
      check('is locked out, or can write without damaging the log', closing.checkTwoWriters);
    });
  });
}
