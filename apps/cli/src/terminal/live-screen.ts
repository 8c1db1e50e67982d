import { type AreaContent, createLiveArea } from './live-area.ts';
import type { Terminal } from './terminal.ts';

/** A screen with rows at its bottom that are redrawn all the time. */
export interface LiveScreen {
  /** Text written to this terminal appears above those rows. */
  readonly terminal: Terminal;
  /** Sets what the rows show from now on. `frame` counts up, for a spinner. */
  keepShowing(compose: (frame: number) => AreaContent): void;
  /** Redraws the rows now. */
  refresh(): void;
  /** Sends a control sequence that prints nothing. */
  control(sequence: string): void;
  /** Hides the rows until `resume`, so that something else can use the screen. */
  pause(): void;
  resume(): void;
  /** Removes the rows for good. */
  close(): void;
}

const FRAME_MS = 120;

/** Creates the screen of a terminal. If that is not interactive, there are no rows, and it is used unchanged. */
export function createLiveScreen(terminal: Terminal): LiveScreen {
  const idle = () => {};
  if (!terminal.isInteractive) {
    return { terminal, keepShowing: idle, refresh: idle, control: idle, pause: idle, resume: idle, close: idle };
  }
  const area = createLiveArea(terminal);
  let compose: (frame: number) => AreaContent = () => ({ rows: [] });
  let frame = 0;
  let timer: NodeJS.Timeout | undefined;
  let isDue = false;

  function refresh(): void {
    isDue = false;
    if (timer !== undefined) area.show(compose(frame));
  }

  function write(text: string): void {
    area.write(text);
    if (timer === undefined) area.hide();
    else if (!isDue) setImmediate(refresh);
    isDue = timer !== undefined;
  }

  function resume(): void {
    if (timer !== undefined) return;
    timer = setInterval(() => {
      frame += 1;
      refresh();
    }, FRAME_MS).unref();
    process.stdout.on('resize', refresh);
    process.on('exit', area.hide);
  }

  function pause(): void {
    clearInterval(timer);
    timer = undefined;
    process.stdout.off('resize', refresh);
    process.off('exit', area.hide);
    area.hide();
  }

  resume();
  return {
    terminal: {
      ...terminal,
      write,
      // Standard error would write into the rows.
      complain: (line) => write(`${terminal.colors.yellow(line)}\n`),
    },
    keepShowing(composeRows) {
      compose = composeRows;
      refresh();
    },
    refresh,
    control: (sequence) => terminal.write(sequence),
    pause,
    resume,
    close: pause,
  };
}
