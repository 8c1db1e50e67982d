import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createStopwatch } from './process-stopwatch.mjs';

const HOST = fileURLToPath(new URL('./subject-host.mjs', import.meta.url));

/** The subject took more time or memory than it may, or broke. `message` is what the table shows. */
export class SubjectEnded extends Error {}

/**
 * Starts a process for one subject. Every step has to answer within `maxSeconds` of CPU time; V8's heap may take
 * `maxMegabytes`, and so may the whole process between two steps.
 */
export function startSubject({ maxSeconds, maxMegabytes, host = HOST }) {
  const child = fork(host, [], {
    // While a process waits for its turn it is no idle server: V8 is not to shrink its heap and throw its code away.
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
