import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const PROGRAMS = join(import.meta.dirname, '../programs');

/** A process of the fault tests, which can be killed and started again. */
interface RestartableProcess {
  readonly name: string;
  /** The PID of the current process. */
  pid(): number | undefined;
  /** Kills it at once and starts it again. */
  restart(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** Resolves when it has exited by itself. */
  readonly finished: Promise<void>;
  /** Ends it for good. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts `programs/<program>.mjs`, with its settings as JSON in the variable WORKER or COORDINATOR. */
export function startProgram(program: 'worker' | 'coordinator', name: string, settings: object): RestartableProcess {
  let child: ChildProcess;
  let isOver = false;
  let finish = () => {};
  let fail = (_error: Error) => {};
  const finished = new Promise<void>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  finished.catch(() => {});

  function start(): void {
    let output = '';
    const started = spawn(process.execPath, [join(PROGRAMS, `${program}.mjs`)], {
      env: { PATH: '/usr/bin:/bin', HOME: '/tmp', [program.toUpperCase()]: JSON.stringify(settings) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = started;
    started.stderr?.on('data', (text) => {
      output = `${output}${text}`.slice(-3_000);
    });
    started.once('exit', (code) => {
      if (code === 0) return finish();
      if (code === null || isOver) return;
      // A program that starts while the database is down exits. It is started again, as a supervisor would do.
      if (/cannot be used/.test(output)) return void setTimeout(start, 200);
      fail(new Error(`${name} exited with ${code}: ${output}`));
    });
  }

  async function kill(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    // A suspended process gets other signals only after SIGCONT.
    child.kill('SIGCONT');
    await gone;
  }

  start();
  return {
    name,
    pid: () => child.pid,
    finished,
    async restart() {
      if (child.exitCode === 0) return;
      await kill('SIGKILL');
      start();
    },
    signal: (signal) => void child.kill(signal),
    async end(signal = 'SIGKILL') {
      isOver = true;
      await kill(signal);
    },
  };
}
