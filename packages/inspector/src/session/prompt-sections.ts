import type { ExplainedPrompt } from '@ctx/contract';
import type { PromptSection } from '../protocol/answers.ts';

/** The bytes between two sections: a blank line. */
const SEPARATOR_BYTES = 2;
/** The most characters of a section to send to the page. The whole prompt can be fetched as text. */
const MAX_CHARACTERS = 200_000;

/**
 * Splits a prompt into its sections by the sizes in its receipt, since the text itself does not show where a section
 * starts. If the sizes do not add up, as for a format without a layout, the whole prompt is one section.
 */
export function promptSections({ prompt, systemFlag, receipt }: ExplainedPrompt): PromptSection[] {
  const bytes = new TextEncoder().encode(prompt);
  const systemBytes = systemFlag === undefined ? 0 : new TextEncoder().encode(systemFlag).length;
  const { sections } = receipt;
  const system = systemFlag === undefined ? undefined : sections.find((section) => section.bytes === systemBytes);
  const inPrompt = sections.filter((section) => section !== system);
  const sum = inPrompt.reduce((total, section) => total + section.bytes, 0);
  const separators = SEPARATOR_BYTES * Math.max(0, inPrompt.length - 1);
  const head: PromptSection[] =
    systemFlag === undefined
      ? []
      : [{ ...shortened(systemFlag), name: system?.name ?? 'instructions', bytes: systemBytes, isSystem: true }];
  if (sum + separators !== bytes.length) {
    return [...head, { ...shortened(prompt), name: 'prompt', bytes: bytes.length }];
  }
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let at = 0;
  const cut = inPrompt.map((section) => {
    const text = decoder.decode(bytes.subarray(at, at + section.bytes));
    at += section.bytes + SEPARATOR_BYTES;
    return { ...shortened(text), name: section.name, bytes: section.bytes };
  });
  return [...head, ...cut];
}

function shortened(text: string): { text: string; cut?: number } {
  if (text.length <= MAX_CHARACTERS) return { text };
  return { text: text.slice(0, MAX_CHARACTERS), cut: text.length - MAX_CHARACTERS };
}
