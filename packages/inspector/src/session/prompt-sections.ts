import type { ExplainedPrompt } from '@ctx/contract';
import type { PromptSection } from '../protocol/answers.ts';

/** Bytes between two sections: a blank line. */
const SEPARATOR_BYTES = 2;
/** More of one section is not sent to the page; the whole prompt can be fetched as text. */
const MAX_CHARACTERS = 200_000;

/**
 * A prompt in its sections, cut apart by the sizes in its receipt: nothing in the text itself says where one begins. One
 * section of everything when the sizes do not add up, as for a format without a layout.
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
  if (sum + separators !== bytes.length)
    return [...head, { ...shortened(prompt), name: 'prompt', bytes: bytes.length }];
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
