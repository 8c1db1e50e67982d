import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import type { ComponentChildren } from 'preact';
import { visible } from './visible.tsx';

const LANGUAGES = { bash, diff, go, java, javascript, json, python, rust, sql, typescript, xml, yaml };
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

/** Longer code is shown without colours, so that the page stays responsive. */
const MAX_CHARACTERS = 50_000;

interface Scope {
  readonly scope?: string | undefined;
  readonly children: readonly (Scope | string)[];
}

/** Highlights code if its language is known. */
export function highlight(code: string, language: string | null | undefined): ComponentChildren {
  const name = (language ?? '').toLowerCase();
  if (code.length > MAX_CHARACTERS || hljs.getLanguage(name) === undefined) return visible(code);
  // The tree from which the library makes HTML. We make elements of it instead.
  const { _emitter } = hljs.highlight(code, { language: name, ignoreIllegals: true });
  return show((_emitter as unknown as { readonly rootNode: Scope }).rootNode);
}

function show({ scope, children }: Scope): ComponentChildren {
  const inner = children.map((child) => (typeof child === 'string' ? visible(child) : show(child)));
  return scope === undefined ? inner : <span class={`code-${scope.split('.')[0]}`}>{inner}</span>;
}
