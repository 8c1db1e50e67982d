/** The app's own signs, and for each sign its replacement: ASCII of the same width. */
const SIGNS = [
  ['●•✓✗⚒✻±▶', '**+x#~~>'],
  ['→❯…·−–—', '>>.----'],
  ['╭╰─│█▓▒░▄', '++-|#=+.='],
  ['’‘“”', `''""`],
  ['⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏', '|/-\\|/-\\|/'],
] as const;
const REPLACEMENTS = new Map(SIGNS.flatMap(([signs, ascii]) => [...signs].map((sign, index) => [sign, ascii[index]])));
const ANY_SIGN = new RegExp(`[${[...REPLACEMENTS.keys()].join('')}]`, 'gu');

/** Whether the environment names an encoding other than UTF-8. If it names none, UTF-8 is assumed. */
export function isAsciiOnly(env: Readonly<Record<string, string | undefined>>): boolean {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  return locale !== '' && !/utf-?8/i.test(locale);
}

/** Replaces the app's own signs by ASCII. Other characters, such as those of other scripts, are kept. */
export function asciiSigns(text: string): string {
  return text.replace(ANY_SIGN, (sign) => REPLACEMENTS.get(sign) ?? sign);
}
