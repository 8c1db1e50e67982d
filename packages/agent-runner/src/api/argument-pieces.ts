/** The arguments of one call, as they arrive. */
export interface ArgumentPieces {
  add(piece: string): void;
  /** True if one whole object has come, or several. */
  isComplete(): boolean;
  /** True if the arguments are complete and `piece` begins an object again. */
  isFollowedBy(piece: string): boolean;
  /** True if `piece` repeats the complete arguments, or they were only a first `{}`. */
  isRepeatedBy(piece: string): boolean;
  /** Everything that arrived. */
  text(): string;
  /** The arguments, or `undefined` if they are not a JSON object. None at all are an empty object. */
  read(): Record<string, unknown> | undefined;
}

/**
 * Starts without pieces. Normally the pieces joined are a JSON object. Some servers send all that came so far with every
 * piece, send the object twice, begin with `{}` before they send the real one, or write the JSON as a JSON string.
 */
export function createArgumentPieces(): ArgumentPieces {
  const pieces: string[] = [];
  const scan = createObjectScan();
  const text = (): string => pieces.join('');
  // Joined once, not again for each piece that is compared with it.
  let first: string | undefined;
  return {
    add(piece) {
      if (piece === '') return;
      pieces.push(piece);
      scan.read(piece);
    },
    isComplete: scan.isComplete,
    isFollowedBy: (piece) => scan.isComplete() && /^\s*\{/.test(piece),
    isRepeatedBy(piece) {
      first ??= text().slice(0, scan.ends()[0]).trim();
      return first === piece.trim() || first === '{}';
    },
    text,
    read() {
      const whole = text();
      const args = parseObject(whole);
      if (args !== undefined) return args;
      // All that came so far, with every piece: the last one is whole.
      if (pieces.every((piece, index) => index === 0 || piece.startsWith(pieces[index - 1]!))) {
        return parseObject(pieces.at(-1)!);
      }
      if (!scan.isComplete()) return undefined;
      const objects = scan.ends().map((end, index, ends) => parseObject(whole.slice(ends[index - 1] ?? 0, end)));
      return objects.find((object) => object !== undefined && Object.keys(object).length > 0);
    },
  };
}

/** The object in a JSON text. The text may be encoded twice; blank text and `null` are an empty object. */
export function parseObject(json: string): Record<string, unknown> | undefined {
  let value: unknown = json;
  for (let levels = 0; typeof value === 'string' && levels < 3; levels += 1) {
    if (value.trim() === '') return {};
    try {
      value = JSON.parse(value);
    } catch {
      return undefined;
    }
  }
  if (value === null) return {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
}

/** Finds where objects end in a text of one object behind the other, without parsing them again for each piece. */
function createObjectScan() {
  const ends: number[] = [];
  let length = 0;
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  // False once anything but white space stands outside the objects.
  let isOnlyObjects = true;
  return {
    read(piece: string): void {
      for (const character of piece) {
        length += character.length;
        if (isInString) {
          if (isEscaped) isEscaped = false;
          else if (character === '\\') isEscaped = true;
          else if (character === '"') isInString = false;
        } else if (character === '"' && depth > 0) isInString = true;
        else if (character === '{') depth += 1;
        else if (depth === 0) isOnlyObjects &&= character.trim() === '';
        else if (character === '}') {
          depth -= 1;
          if (depth === 0) ends.push(length);
        }
      }
    },
    isComplete: () => isOnlyObjects && depth === 0 && ends.length > 0,
    ends: (): readonly number[] => ends,
  };
}
