/** How a Latin word is written. */
export type WordCase = 'lower' | 'capital' | 'upper' | 'mixed';

/** What is directly before a word. Tokenizers treat both as one piece. */
export type WordLead = 'blank' | 'none' | 'common-symbol' | 'rare-symbol';

/** Tokens of a short word, the letters a short word may have, and tokens of each further letter. */
type Cost = readonly [short: number, shortLetters: number, perLetter: number];

/** Measured with o200k_base. A common word after a blank is one token, other words consist of several. */
const COSTS: Readonly<Record<WordCase, Readonly<Record<WordLead, Cost>>>> = {
  lower: {
    blank: [1.01, 8, 0.06],
    none: [1.08, 6, 0.17],
    'common-symbol': [1.16, 4, 0.16],
    'rare-symbol': [1.95, 6, 0.15],
  },
  capital: {
    blank: [1.06, 6, 0.1],
    none: [1.03, 8, 0.08],
    'common-symbol': [1.6, 6, 0.15],
    'rare-symbol': [2, 6, 0.15],
  },
  upper: {
    blank: [1.08, 4, 0.15],
    none: [1.12, 4, 0.3],
    'common-symbol': [1.22, 4, 0.22],
    'rare-symbol': [2, 4, 0.25],
  },
  mixed: {
    blank: [1.9, 6, 0.12],
    none: [2.2, 8, 0.12],
    'common-symbol': [2.3, 6, 0.12],
    'rare-symbol': [3, 6, 0.12],
  },
};

/** A longer word is not in any vocabulary, so its further letters count more. */
const LONGEST_WORD = 16;
const PER_LETTER_BEYOND = 0.27;

/** Tokens of a Latin word together with its lead. */
export function wordTokens(letters: number, wordCase: WordCase, lead: WordLead): number {
  const [short, shortLetters, perLetter] = COSTS[wordCase][lead];
  const more = Math.max(0, Math.min(letters, LONGEST_WORD) - shortLetters);
  const beyond = Math.max(0, letters - LONGEST_WORD);
  return short + more * perLetter + beyond * PER_LETTER_BEYOND;
}

/** The kind of lead that a symbol is. The common ones often share a token with the word. */
export function leadOf(symbol: string): WordLead {
  return '.(_/-<\\’'.includes(symbol) ? 'common-symbol' : 'rare-symbol';
}

/** The case of a word that consists of this many capitals followed by this many small letters. */
export function caseOf(capitals: number, small: number): WordCase {
  if (capitals === 0) return 'lower';
  if (capitals === 1) return 'capital';
  return small === 0 ? 'upper' : 'mixed';
}
