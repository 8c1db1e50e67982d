/** The app's own signs, and what stands for them where a terminal has only ASCII; each as wide as before. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{ '●': '*', '•': '*', '✓': '+', '✗': 'x', '⚒': '#', '✻': '~', '±': '~', '▶': '>' },
  ...{ '→': '>', '❯': '>', '…': '.', '·': '-', '−': '-', '–': '-', '—': '-' },
  ...{ '╭': '+', '╰': '+', '─': '-', '│': '|', '█': '#', '▓': '=', '▒': '+', '░': '.', '▄': '=' },
  ...{ '’': "'", '‘': "'", '“': '"', '”': '"' },
  ...{ '⠋': '|', '⠙': '/', '⠹': '-', '⠸': '\\', '⠼': '|', '⠴': '/', '⠦': '-', '⠧': '\\', '⠇': '|', '⠏': '/' },
};
const ANY_SIGN = new RegExp(`[${Object.keys(SIGNS).join('')}]`, 'gu');

/** Whether the environment asks for an encoding other than UTF-8. One that says nothing does not. */
export function isAsciiOnly(env: Readonly<Record<string, string | undefined>>): boolean {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  return locale !== '' && !/utf-?8/i.test(locale);
}

/** The text with ASCII for the app's own signs. What people and agents write in other scripts stays as it is. */
export function asciiSigns(text: string): string {
  return text.replace(ANY_SIGN, (sign) => SIGNS[sign] ?? sign);
}
