/** A terminal that knows the escape sequences of the live area. It has no last row and does not wrap lines. */
export interface SmallScreen {
  write(text: string): void;
  /** The lines without trailing blanks and trailing empty lines. */
  lines(): string[];
  cursor(): { row: number; column: number };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const SEQUENCE = /\u001b\[(\??[0-9;]*)([A-Za-z])|[\s\S]/gu;

/** Creates an empty screen. Each character is one column wide. */
export function createSmallScreen(): SmallScreen {
  const rows: string[][] = [[]];
  let row = 0;
  let column = 0;

  function obey(parameter: string, command: string): void {
    const count = Number(parameter) || 1;
    if (command === 'A') row = Math.max(0, row - count);
    if (command === 'C') column += count;
    if (command === 'K') rows[row] = [];
    if (command === 'J') {
      rows.splice(row + 1);
      rows[row] = rows[row]!.slice(0, column);
    }
  }

  function print(character: string): void {
    if (character === '\r') column = 0;
    else if (character === '\n') {
      row += 1;
      column = 0;
      rows[row] ??= [];
    } else {
      const line = rows[row]!;
      while (line.length < column) line.push(' ');
      line[column] = character;
      column += 1;
    }
  }

  return {
    write(text) {
      for (const [character, parameter, command] of text.matchAll(SEQUENCE)) {
        if (command !== undefined) obey(parameter ?? '', command);
        else print(character);
      }
    },
    lines: () =>
      rows
        .map((line) => line.join('').trimEnd())
        .join('\n')
        .trimEnd()
        .split('\n'),
    cursor: () => ({ row, column }),
  };
}
