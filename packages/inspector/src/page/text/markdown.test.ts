import { isValidElement, type VNode } from 'preact';
import { describe, expect, it } from 'vitest';
import { markdown } from './markdown.tsx';

/** Renders elements as HTML, with only those attributes that could load or run something, and classes. */
function toHtml(node: unknown): string {
  if (Array.isArray(node)) return node.map(toHtml).join('');
  if (node === null || node === undefined || typeof node === 'boolean') return '';
  if (!isValidElement(node)) return String(node).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const { type, props } = node as VNode<Record<string, unknown>>;
  if (typeof type === 'function') return toHtml((type as (props: unknown) => unknown)(props));
  const attributes = Object.entries(props).filter(([name]) => /^(href|src|on.*|dangerously.*|class)$/.test(name));
  const attributeText = attributes.map(([name, value]) => ` ${name}="${value}"`).join('');
  return `<${type}${attributeText}>${toHtml(props['children'])}</${type}>`;
}

const shown = (text: string) => toHtml(markdown(text));

describe('a message on the page', () => {
  it('has paragraphs, lists, highlighted code and tables', () => {
    expect(shown('Hello **you**\n\n* one\n* `two`')).toBe(
      '<p>Hello <strong>you</strong></p><ul><li>one</li><li><code>two</code></li></ul>',
    );
    expect(shown('```ts\nconst a = 1;\n```')).toContain('<span class="code-keyword">const</span>');
    expect(shown('| a |\n|---|\n| b |')).toContain(
      '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
    );
    expect(shown('# Title')).toBe('<h3>Title</h3>');
  });

  it('shows HTML tags as text', () => {
    for (const text of [
      '<script>x</script>',
      '<img src=x onerror=y>',
      'a <b onclick=x>b</b>',
      '```\n<script>\n```',
      '<!-- hidden -->',
    ]) {
      expect(shown(text)).not.toMatch(/<(script|img|b)[ >]/);
      expect(shown(text).replace(/<[^>]*>/g, '')).not.toBe('');
    }
    expect(shown('<b>x</b>').replaceAll(/<[^>]*>/g, '')).toBe('&lt;b>x&lt;/b>');
  });

  it('loads no image and links only to http, https and mailto addresses', () => {
    expect(shown('![a picture](http://evil.example/x.png)')).toBe(
      '<p><span class="image-words">[image: a picture]</span></p>',
    );
    expect(shown('[go](https://example.com/)')).toContain('<a href="https://example.com/">go</a>');
    for (const url of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      '//evil.example',
      '/api/sessions',
      '&#106;avascript:x',
    ]) {
      expect([url, shown(`[go](${url})`)]).toEqual([url, '<p><span class="dead-link">go</span></p>']);
    }
  });

  it('shows invisible and direction-changing characters as symbols', () => {
    expect(shown('a\u202eb\u200bc\u001bd').replace(/<[^>]*>/g, '')).toBe('a‹U+202E›b‹U+200B›c␛d');
    expect(shown('👩‍👩‍👧 ok\r\nnext')).not.toContain('hidden');
  });

  it('highlights markers such as [NEXT: Max]', () => {
    expect(shown('Done. [NEXT: Max]')).toBe('<p>Done. <span class="marker">[NEXT: Max]</span></p>');
    expect(shown('- **[NEXT: a_b_c, *d*]**\n\n【NEXT：莎拉】 [NEXT: `x`]\tb')).toBe(
      '<ul><li><strong><span class="marker">[NEXT: a_b_c, *d*]</span></strong></li></ul>' +
        '<p><span class="marker">【NEXT：莎拉】</span> <span class="marker">[NEXT: `x`]</span>\tb</p>',
    );
    expect(shown('| a | b |\n|---|---|\n| [NEXT: x] | c |')).toContain(
      '<td><span class="marker">[NEXT: x]</span></td>',
    );
    expect(shown('[TEAM_TASK]\nBuild *x*')).toBe('<p><span class="marker">[TEAM_TASK]</span>\nBuild <em>x</em></p>');
  });

  it('highlights no marker that does not count', () => {
    for (const text of [
      '`[NEXT: Max]`',
      '- ```\n  [NEXT: Max]\n  ```',
      '> [NEXT: Max]',
      '"[NEXT: Max]"',
      '\\[NEXT: Max]',
      '[NEXT] max',
    ]) {
      expect([text, shown(text)]).not.toEqual([text, expect.stringContaining('class="marker"')]);
    }
  });

  it('decodes common character references and leaves others unchanged', () => {
    expect(shown('a &amp; b &lt; &mdash; &notathing;')).toBe('<p>a &amp; b &lt; — &amp;notathing;</p>');
  });

  it('is shown as plain text if it is too long to be formatted', () => {
    expect(shown(`**x** ${'y'.repeat(200_000)}`)).toMatch(/^<pre class="plain">\*\*x\*\* y/);
  });
});
