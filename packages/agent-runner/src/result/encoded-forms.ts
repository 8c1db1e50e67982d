import { oneLine } from '../text/one-line.ts';

/** The common encodings of a text (URL, JSON, hex), and the text itself. */
export function encodedForms(value: string): string[] {
  const bytes = Buffer.from(value);
  return [value, oneLine(value), ...urlForms(value, bytes), ...jsonForms(value), ...hexForms(bytes)];
}

function urlForms(value: string, bytes: Buffer): string[] {
  const everyByte = Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  // Through bytes, since `encodeURIComponent` throws on a lone surrogate.
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
  // Also JSON inside JSON, as in an error that quotes a request.
  return [once, ascii].flatMap((text) => [text, text.replaceAll('/', '\\/'), inJson(text)]);
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function hexForms(bytes: Buffer): string[] {
  const hex = bytes.toString('hex');
  return [hex, hex.toUpperCase()];
}
