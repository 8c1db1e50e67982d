import { type AreaContent, createLiveArea } from './live-area.ts';
import type { Terminal } from './terminal.ts';

/** A screen with rows at its bottom that are kept up to date. */
export interface LiveScreen {
  /** Whatever is written to it appears above those rows. */
  readonly terminal: Terminal;
  /** From now on this stands at the bottom; `frame` counts up, so that somebody sees that it is alive. */
  keepShowing(compose: (frame: number) => AreaContent): void;
  /** Draws the rows as they are now. */
  refresh(): void;
  /** Sends a control sequence that prints nothing. */
  control(sequence: string): void;
  /** Leaves the screen to somebody else until `resume`. */
  pause(): void;
  resume(): void;
  /** Takes the rows away for good. */
  close(): void;
}

const FRAME_MS = 120;

/** The screen of a terminal. Where nobody looks, nothing stands at the bottom and the terminal is as it was. */
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
      // Beside the output would be in the middle of the rows.
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
