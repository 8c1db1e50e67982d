/** Notifications of new work can be lost, so the loop also looks for work this often. */
const POLL_MS = 1_000;

/** Options of {@link createWorkLoop}. */
interface WorkLoopOptions {
  /** Starts one task if there is one. `done` resolves when the task has ended. */
  readonly take: () => Promise<{ readonly done: Promise<void> } | undefined>;
  /** The most tasks at the same time. */
  readonly concurrency: number;
  /** Called with the error of a failure, and without one when `take` works again. */
  readonly note: (error?: unknown) => void;
}

/** Takes tasks until `concurrency` of them run. If there is none, waits until it is woken, at most a second. */
export function createWorkLoop({ take, concurrency, note }: WorkLoopOptions) {
  const tasks = new Set<Promise<void>>();
  let isStopping = false;
  let isWoken = false;
  let endSleep = () => {};

  function wake(): void {
    isWoken = true;
    endSleep();
  }

  async function takeAll(): Promise<void> {
    while (!isStopping && tasks.size < concurrency) {
      const taken = await take();
      if (taken === undefined) return;
      const task = taken.done.catch(note);
      tasks.add(task);
      void task.finally(() => {
        tasks.delete(task);
        wake();
      });
    }
  }

  async function sleep(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    endSleep = () => {};
  }

  async function loop(): Promise<void> {
    while (!isStopping) {
      isWoken = false;
      try {
        await takeAll();
        note();
      } catch (error) {
        note(error);
      }
      if (!isWoken && !isStopping) await sleep();
    }
  }

  let looping: Promise<void> | undefined;
  return {
    start(): void {
      looping ??= loop();
    },
    wake,
    /** Takes no more tasks and resolves when the running ones have ended. */
    async stop(): Promise<void> {
      isStopping = true;
      wake();
      await looping;
      while (tasks.size > 0) await Promise.all(tasks);
    },
  };
}
