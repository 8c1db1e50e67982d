import type { TestRunner } from '../test-runner.ts';
import * as durable from './durable-checks.ts';
import type { CreateExecutor, ExecutorUnderTest } from './executor-under-test.ts';
import * as leftovers from './leftover-checks.ts';
import { withExecutor } from './run-turns.ts';
import * as turns from './turn-checks.ts';

/**
 * Registers the conformance checks for a turn executor: answers, failures, cancelling, turns at once, and, for one that
 * says it is durable, that a turn is run once.
 *
 * @param create Gives a new executor for every check.
 */
export function testExecutor(create: CreateExecutor, { describe, it }: TestRunner): void {
  const check = (title: string, body: (subject: ExecutorUnderTest) => Promise<void>) =>
    it(title, () => withExecutor(create, body));

  describe('executor conformance', () => {
    describe('a turn', () => {
      check('completes with the answer, its prompt handed over byte for byte', turns.checkAnswer);
      check('may have gone through JSON', turns.checkPlainTurn);
      check('that fails is a result', turns.checkFailure);
      check('of a member nobody knows harms no other turn', turns.checkUnknownMember);
      check('shares nothing with turns at the same time', turns.checkManyAtOnce);
      check('loses nothing on a slow reader', turns.checkSlowReader);
    });
    describe('cancelling', () => {
      check('ends a running turn as cancelled', turns.checkCancel);
      check('before the start starts nothing', turns.checkCancelledBefore);
      check('is not needed by a reader that leaves', turns.checkReaderLeaves);
    });
    describe('a durable executor', () => {
      check('gives the answer of a turn that has run, without running it again', durable.checkAttachesAfter);
      check('attaches to a turn that runs', durable.checkAttachesDuring);
      check('runs a turn again when its attempt is higher', durable.checkNextAttempt);
      check('outlives its reader', durable.checkOutlivesReader);
      check('gives another coordinator the same answer', durable.checkAttachesElsewhere);
    });
    describe('leftovers of a host that was killed, where the executor ends them', () => {
      check('may be none', leftovers.checkNoLeftovers);
      check('are ended by their marker, and nothing else is', leftovers.checkEndsLeftovers);
    });
  });
}
