const MOST_CHARACTERS = 3;

/** The width of emphasis around nothing but a marker: up to three `*` or `_` on each side, but none before `free`. */
export function emphasisAround(line: string, start: number, end: number, free = 0): number {
  let width = 0;
  while (width < MOST_CHARACTERS && start - width > free) {
    const char = line.charAt(start - width - 1);
    if ((char !== '*' && char !== '_') || char !== line.charAt(end + width)) break;
    width++;
  }
  return width;
}
