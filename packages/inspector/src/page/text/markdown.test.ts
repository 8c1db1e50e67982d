import { isValidElement, type VNode } from 'preact';
import { describe, expect, it } from 'vitest';
import { markdown } from './markdown.tsx';

/** What would be on the page, as if it were written down: elements with the attributes that could do something. */
function written(node: unknown): string {
  if (Array.isArray(node)) return node.map(written).join('');
  if (node === null || node === undefined || typeof node === 'boolean') return '';
  if (!isValidElement(node)) return String(node).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const { type, props } = node as VNode<Record<string, unknown>>;
  if (typeof type === 'function') return written((type as (props: unknown) => unknown)(props));
  const attributes = Object.entries(props).filter(([name]) => /^(href|src|on.*|dangerously.*|class)$/.test(name));
  const words = attributes.map(([name, value]) => ` ${name}="${value}"`).join('');
  return `<${type}${words}>${written(props['children'])}</${type}>`;
}

const shown = (text: string) => written(markdown(text));

describe('what is said, on the page', () => {
  it('has paragraphs, lists, code with colours, tables', () => {
    expect(shown('Hello **you**\n\n* one\n* `two`')).toBe(
      '<p>Hello <strong>you</strong></p><ul><li>one</li><li><code>two</code></li></ul>',
    );
    expect(shown('```ts\nconst a = 1;\n```')).toContain('<span class="code-keyword">const</span>');
    expect(shown('| a |\n|---|\n| b |')).toContain(
      '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
    );
    expect(shown('# Title')).toBe('<h3>Title</h3>');
  });

  it('has no element of an agent’s own', () => {
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

  it('loads no image and follows only plain links', () => {
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

  it('shows characters that hide or turn text around as signs', () => {
    expect(shown('a\u202eb\u200bc\u001bd').replace(/<[^>]*>/g, '')).toBe('a‹U+202E›b‹U+200B›c␛d');
    expect(shown('👩‍👩‍👧 ok\r\nnext')).not.toContain('hidden');
  });

  it('marks hand-overs', () => {
    expect(shown('Done. [NEXT: Max]')).toBe('<p>Done. <span class="marker">[NEXT: Max]</span></p>');
  });

  it('decodes the references people write, and leaves others as they are written', () => {
    expect(shown('a &amp; b &lt; &mdash; &notathing;')).toBe('<p>a &amp; b &lt; — &amp;notathing;</p>');
  });

  it('is text as it is written when it is too long to be laid out', () => {
    expect(shown(`**x** ${'y'.repeat(200_000)}`)).toMatch(/^<pre class="plain">\*\*x\*\* y/);
  });
});
