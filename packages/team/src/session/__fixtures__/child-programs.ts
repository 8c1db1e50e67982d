// Programs that tests start as real processes. Bundled by `bundle-children.ts`, run as `node child.mjs <name> <args>`.
import { open, unlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TurnExecutor } from '@ctx/contract';
import { quietContext, teamOf } from '../../__fixtures__/team-of.ts';
import { createConversation } from '../../conversation/create-conversation.ts';
import { resumeConversation } from '../../conversation/resume-conversation.ts';
import { createFileStore } from '../file-store.ts';
import { acquireSessionLock } from '../session-lock.ts';

const [name = '', ...args] = process.argv.slice(2);

const programs: Record<string, (...args: string[]) => Promise<void>> = {
  /** Takes a lock and keeps it until it is killed. */
  async hold(path) {
    await acquireSessionLock(path!);
    say('held');
    await sleep(60_000);
  },

  /** Takes a lock again and again, and fails when another process has it at the same time. */
  async contend(path, rounds) {
    for (let done = 0; done < Number(rounds); ) {
      const lock = await acquireSessionLock(path!).catch(() => undefined);
      if (lock === undefined) continue;
      await (await open(`${path}.inside`, 'wx')).close();
      await sleep(1);
      await unlink(`${path}.inside`);
      done += 1;
      // In its last round it dies with the lock held, so that the others have to take it over.
      if (done === Number(rounds)) process.kill(process.pid, 'SIGKILL');
      await lock.release();
    }
  },

  /** Opens a session and keeps it open until it is killed. */
  async open(directory, sessionId) {
    const store = await createFileStore({ sessionId: sessionId!, directory });
    say('opened');
    await sleep(60_000);
    await store.close();
  },

  /**
   * Two agents count up to `last` in a conversation; a started one continues from its log. Each write to the disk takes
   * at most `writeBytes`, so that a kill is likely to fall inside a line. With `dieAfterWrites` it kills itself inside a
   * line, after so many writes.
   */
  async count(directory, sessionId, last, padding, writeBytes, dieAfterWrites = '0') {
    await writeAtMost(Number(writeBytes), Number(dieAfterWrites));
    const padded = 'x'.repeat(Number(padding));
    const executor: TurnExecutor = {
      async *run(turn) {
        const number = Number(/(\d+)[^\d]*$/.exec(String(turn.prompt).replace(/x+/g, ''))![1]) + 1;
        const next = turn.member === 'a' ? 'b' : 'a';
        const text = `${padded}${number}${number < Number(last) ? `\n[NEXT: ${next}]` : ''}`;
        yield { type: 'turn-end', result: { status: 'completed', text } };
      },
    };
    const team = teamOf(['a', 'b'], { maxTurns: 1_000_000 });
    const context = quietContext({ contextWindowSize: 0, maxBytes: 1_000_000_000 });
    const store = await createFileStore({ sessionId: sessionId!, directory });
    if (store.notes.length > 0) say('repaired');
    const isNew = (await first(store.read())) === undefined;
    const conversation = isNew
      ? createConversation({ team, context, executor, store, sessionId })
      : await resumeConversation({ team, context, executor, store });
    const events = conversation.events();
    say('ready');
    if (isNew) void conversation.send('0\n[NEXT: a]');
    else conversation.proceed();
    for await (const event of events) {
      if (event.type === 'message') say(`said ${/(\d+)/.exec(event.message.content.replace(/^x+/, ''))![1]}`);
      if (event.type === 'waiting-for-human') break;
      if (event.type === 'ended') throw event.error ?? new Error('ended');
    }
    await conversation.close();
    say('done');
  },
};

await programs[name]!(...args);

async function writeAtMost(bytes: number, dieAfterWrites: number): Promise<void> {
  const handle = await open(process.execPath);
  const prototype = Object.getPrototypeOf(handle) as { write(...args: unknown[]): unknown };
  await handle.close();
  const { write } = prototype;
  let partialWrites = 0;
  prototype.write = async function (buffer: unknown, offset: unknown, length: unknown, position: unknown) {
    const result = await write.call(this, buffer, offset, Math.min(Number(length), bytes), position);
    if (Number(length) > bytes) partialWrites += 1;
    if (partialWrites === dieAfterWrites && partialWrites > 0) process.kill(process.pid, 'SIGKILL');
    return result;
  };
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function first<Item>(items: AsyncIterable<Item>): Promise<Item | undefined> {
  for await (const item of items) return item;
  return undefined;
}
