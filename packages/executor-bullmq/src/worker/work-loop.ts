/** Work is told of; this is how long something may go unnoticed when that was lost. */
const POLL_MS = 1_000;

/** What a loop works on. */
export interface WorkLoopOptions {
  /** Takes one thing to do, if there is one, and gives the promise that it is done. */
  readonly take: () => Promise<{ readonly done: Promise<void> } | undefined>;
  /** How much is done at the same time. */
  readonly concurrency: number;
  /** Called with what went wrong, and with nothing when taking went right again. */
  readonly note: (error?: unknown) => void;
}

/** Takes things to do as long as a hand is free, and waits to be roused when there is nothing. */
export function createWorkLoop({ take, concurrency, note }: WorkLoopOptions) {
  const atWork = new Set<Promise<void>>();
  let isStopping = false;
  let isRoused = false;
  let wake = () => {};

  function rouse(): void {
    isRoused = true;
    wake();
  }

  async function takeAll(): Promise<void> {
    while (!isStopping && atWork.size < concurrency) {
      const taken = await take();
      if (taken === undefined) return;
      const work = taken.done.catch(note);
      atWork.add(work);
      void work.finally(() => {
        atWork.delete(work);
        rouse();
      });
    }
  }

  async function nap(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    wake = () => {};
  }

  async function loop(): Promise<void> {
    while (!isStopping) {
      isRoused = false;
      try {
        await takeAll();
        note();
      } catch (error) {
        note(error);
      }
      if (!isRoused && !isStopping) await nap();
    }
  }

  let looping: Promise<void> | undefined;
  return {
    start(): void {
      looping ??= loop();
    },
    rouse,
    /** Takes nothing more; resolves when everything that was taken is done. */
    async stop(): Promise<void> {
      isStopping = true;
      rouse();
      await looping;
      while (atWork.size > 0) await Promise.all(atWork);
    },
  };
}
