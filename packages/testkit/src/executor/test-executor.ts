import { checkSuiteOptions } from '../suite-options.ts';
import type { TestRunner } from '../test-runner.ts';
import * as durable from './durable-checks.ts';
import type { CreateExecutor, ExecutorUnderTest } from './executor-under-test.ts';
import * as leftovers from './leftover-checks.ts';
import { withExecutor } from './run-turns.ts';
import * as turns from './turn-checks.ts';

/**
 * Registers the conformance checks for a turn executor: answers, failures, cancelling, turns at the same time and, for a
 * durable executor, that a turn is run once.
 *
 * @param create Returns a new executor for every check.
 * @throws TypeError for missing and unknown options.
 */
export function testExecutor(create: CreateExecutor, options: TestRunner): void {
  checkSuiteOptions(
    { suite: 'testExecutor', create: 'a function that returns a new executor and its members' },
    create,
    options,
  );
  const { describe, it } = options;
  const check = (title: string, body: (subject: ExecutorUnderTest) => Promise<void>) =>
    it(title, () => withExecutor(create, body));

  describe('executor conformance', () => {
    describe('a turn', () => {
      check('completes with the answer, and gets its prompt byte for byte', turns.checkAnswer);
      check('works after it was sent as JSON', turns.checkPlainTurn);
      check('that fails ends with a failed result', turns.checkFailure);
      check('of an unknown member does not affect other turns', turns.checkUnknownMember);
      check('shares nothing with turns at the same time', turns.checkManyAtOnce);
      check('loses no events with a slow reader', turns.checkSlowReader);
    });
    describe('cancelling', () => {
      check('ends a running turn as cancelled', turns.checkCancel);
      check('before the start ends the turn as cancelled', turns.checkCancelledBefore);
      check('is not needed to stop reading', turns.checkReaderLeaves);
    });
    describe('a durable executor', () => {
      check('returns the answer of a finished turn without running it again', durable.checkAttachesAfter);
      check('attaches to a running turn', durable.checkAttachesDuring);
      check('runs a turn again if its attempt is higher', durable.checkNextAttempt);
      check('finishes a turn even if its reader stops reading', durable.checkOutlivesReader);
      check('returns the same answer to another coordinator', durable.checkAttachesElsewhere);
    });
    describe('endLeftovers, if the executor has it', () => {
      check('resolves if there is nothing to end', leftovers.checkNoLeftovers);
      check('ends the processes with the marker, and no others', leftovers.checkEndsLeftovers);
    });
  });
}
