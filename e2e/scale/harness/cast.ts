import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const PROGRAMS = join(import.meta.dirname, '../programs');

/** A process of the fault tests, that may be killed and is then started again. */
export interface Player {
  readonly name: string;
  /** Of the process that runs now. */
  pid(): number | undefined;
  /** Kills it at once and starts it again. */
  restart(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** Resolves when it has ended by itself. */
  readonly finished: Promise<void>;
  /** Ends it for good. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts `programs/<program>.mjs` with its settings in a variable of its name. */
export function play(program: 'worker' | 'coordinator', name: string, settings: object): Player {
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
    let said = '';
    const started = spawn(process.execPath, [join(PROGRAMS, `${program}.mjs`)], {
      env: { PATH: '/usr/bin:/bin', HOME: '/tmp', [program.toUpperCase()]: JSON.stringify(settings) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = started;
    started.stderr?.on('data', (text) => {
      said = `${said}${text}`.slice(-3_000);
    });
    started.once('exit', (code) => {
      if (code === 0) return finish();
      if (code === null || isOver) return;
      // A worker that comes while the database is away leaves, and is started again, as a supervisor would.
      if (/cannot be used/.test(said)) return void setTimeout(start, 200);
      fail(new Error(`${name} ended with ${code}: ${said}`));
    });
  }

  async function kill(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    // One that was stopped does not see other signals until it goes on.
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
