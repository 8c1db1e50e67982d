import { CLEAR_LINE, type Terminal } from './terminal.ts';

/** A line at the bottom that says what is going on, and leaves no trace. Nothing at all when nobody looks. */
export interface StatusLine {
  /** Keeps the line up to date with what `describe` says, from a moment later on. Call it at the start of a line only. */
  show(describe: () => string): void;
  /** Takes the line away; call it before anything else is written. */
  hide(): void;
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 120;

/** The status line of a terminal. */
export function createStatusLine(terminal: Terminal): StatusLine {
  let timer: NodeJS.Timeout | undefined;
  let isVisible = false;
  let frame = 0;
  return {
    show(describe) {
      if (!terminal.isInteractive || timer !== undefined) return;
      // The first frame waits, too: a line that only flashes up is noise.
      timer = setInterval(() => {
        frame = (frame + 1) % FRAMES.length;
        isVisible = true;
        terminal.write(`${CLEAR_LINE}${terminal.colors.dim(`  ${FRAMES[frame]} ${describe()}`)}`);
      }, FRAME_MS);
      timer.unref();
    },
    hide() {
      clearInterval(timer);
      timer = undefined;
      if (isVisible) terminal.write(CLEAR_LINE);
      isVisible = false;
    },
  };
}
