import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createStopwatch } from './process-stopwatch.mjs';

const HOST = fileURLToPath(new URL('./subject-host.mjs', import.meta.url));

/** The subject used too much time or memory, or crashed. `message` is shown in the table. */
export class SubjectEnded extends Error {}

/**
 * Starts a process for one subject. Each step may take `maxSeconds` of CPU time. V8's heap, and the whole process after a
 * step, may take `maxMegabytes`.
 */
export function startSubject({ maxSeconds, maxMegabytes, host = HOST }) {
  const child = fork(host, [], {
    // V8 must not shrink the heap and discard compiled code while the process waits for its next step.
    execArgv: ['--expose-gc', '--no-memory-reducer', `--max-old-space-size=${maxMegabytes}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr = (stderr + chunk).slice(-20_000);
  });
  const exited = new Promise((resolve) => child.once('close', resolve));

  const ask = async (step, request = {}, seconds = maxSeconds) => {
    const reply = await new Promise((resolve, reject) => {
      const stopwatch = createStopwatch(child.pid);
      const finish = (settle, value) => {
        clearInterval(timer);
        child.off('message', onMessage);
        settle(value);
      };
      const onMessage = (message) => finish(resolve, message);
      const timer = setInterval(() => {
        if (stopwatch.seconds() > seconds) finish(reject, new SubjectEnded(`over ${seconds} s`));
      }, 200);
      child.on('message', onMessage);
      exited.then(() => finish(reject, new SubjectEnded(whyItDied(stderr, maxMegabytes))));
      child.send({ step, request }, (error) => {
        if (error) finish(reject, new SubjectEnded(whyItDied(stderr, maxMegabytes)));
      });
    });
    if (reply.error !== undefined) throw new Error(reply.error);
    if (reply.answer.rssBytes > maxMegabytes * 2 ** 20) throw new SubjectEnded(`over ${maxMegabytes} MB`);
    return reply.answer;
  };

  const stop = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  return { ask, stop };
}

function whyItDied(stderr, maxMegabytes) {
  if (/heap out of memory|Allocation failed|ENOMEM/i.test(stderr)) return `over ${maxMegabytes} MB`;
  return `died: ${stderr.trim().split('\n').at(-1) ?? ''}`;
}
