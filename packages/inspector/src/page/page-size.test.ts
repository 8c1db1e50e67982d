import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BuiltPage, buildPage } from '../../build-page.ts';

const MAX_BROTLI_BYTES = 100_000;

describe('the built page', () => {
  let page: BuiltPage;
  beforeAll(async () => {
    page = await buildPage();
  });

  it(`is one file of at most ${MAX_BROTLI_BYTES} bytes in brotli, with all its libraries`, () => {
    expect(brotliCompressSync(page.html).length).toBeLessThanOrEqual(MAX_BROTLI_BYTES);
  });

  it('loads nothing but its icon', () => {
    const around = page.html.replace(/(<(script|style)[^>]*>)[\s\S]*?<\/\2>/g, '$1');
    expect(around.match(/<(script|style|link|img|iframe)\b[^>]*>/g)).toEqual([
      '<link rel="icon" href="/icon.svg">',
      '<style>',
      '<script type="module">',
    ]);
    const styles = /<style>([\s\S]*?)<\/style>/.exec(page.html)![1]!;
    expect(styles.match(/url\(|@import|@font-face/g)).toBeNull();
    expect(page.html.match(/\bimport\(|\beval\(|new Function/g)).toBeNull();
  });

  it('lists the licences of its libraries', () => {
    for (const name of ['preact', 'uplot', 'highlight.js', 'mdast-util-from-markdown']) {
      expect(page.licences).toMatch(new RegExp(`^${name}$`, 'm'));
    }
  });
});
