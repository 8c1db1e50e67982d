import { oneLine } from '../text/one-line.ts';

/** Every way in which a text is commonly written when it stands inside something else, the text itself included. */
export function encodedForms(value: string): string[] {
  const bytes = Buffer.from(value);
  return [
    value,
    oneLine(value),
    ...urlForms(value, bytes),
    ...jsonForms(value),
    ...hexForms(bytes),
    ...base64Forms(bytes),
  ];
}

function urlForms(value: string, bytes: Buffer): string[] {
  const everyByte = Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  // Half a surrogate pair is no character, and cannot be part of an address.
  const component = encodeURIComponent(bytes.toString());
  const form = new URLSearchParams({ v: value }).toString().slice('v='.length);
  return [component, form, everyByte].flatMap((text) => [text, withHexCase(text, 'lower'), withHexCase(text, 'upper')]);
}

function withHexCase(text: string, wanted: 'lower' | 'upper'): string {
  return text.replace(/%[0-9a-f]{2}/gi, (code) => (wanted === 'lower' ? code.toLowerCase() : code.toUpperCase()));
}

function jsonForms(value: string): string[] {
  const once = inJson(value);
  const codeOf = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const ascii = once.replace(/[^ -~]/g, codeOf);
  // JSON inside of JSON, as in the body of an error that quotes a request.
  return [once, ascii].flatMap((text) => [text, text.replaceAll('/', '\\/'), inJson(text)]);
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function hexForms(bytes: Buffer): string[] {
  const hex = bytes.toString('hex');
  return [hex, hex.toUpperCase()];
}

/**
 * The characters that a value becomes wherever it stands in something that is written in base64: three bytes are four
 * characters, so there are three ways, and those at the two ends also depend on what stands beside the value.
 */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const own = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
