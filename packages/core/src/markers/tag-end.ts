const NAME = /[a-z][\w+.-]*/iy;
const ADDRESS = /[^\s<>]*/y;
const UP_TO_QUOTE = /[^"'<>[［【]*/y;

/**
 * The end of the HTML tag or the address in angle brackets at an index; -1 if there is neither. A tag has its brackets
 * in quotes: `<b [NEXT: max] >` is none.
 */
export function tagEnd(text: string, start: number): number {
  const nameEnd = endOf(NAME, text, start + 1);
  if (text.charAt(nameEnd) === ':') {
    const end = endOf(ADDRESS, text, nameEnd + 1);
    return text.charAt(end) === '>' ? end + 1 : -1;
  }
  let end = nameEnd;
  for (;;) {
    end = endOf(UP_TO_QUOTE, text, end);
    const char = text.charAt(end);
    if (char === '>') return end + 1;
    if (char !== '"' && char !== "'") return -1;
    end = text.indexOf(char, end + 1) + 1;
    if (end === 0) return -1;
  }
}

function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}
