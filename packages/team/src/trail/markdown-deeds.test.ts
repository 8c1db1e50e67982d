import { describe, expect, it } from 'vitest';
import { markdownDeeds } from './markdown-deeds.ts';

describe('what a turn did, in Markdown', () => {
  it('is one block with tools and files', () => {
    const [block] = markdownDeeds({
      trail: [
        { tool: 'Bash', line: 'npm test', ended: 'error' },
        { tool: 'Read', line: 'a.ts', ended: 'ok' },
      ],
      changes: {
        files: [
          { path: 'a.ts', status: 'modified', added: 3, removed: 1 },
          { path: 'b.png', status: 'added' },
        ],
      },
    });
    expect(block).toBe('```text\n$ npm test (failed)\nRead a.ts\nmodified a.ts +3 −1\nadded b.png\n```');
  });

  it('cannot be left from inside', () => {
    const [block] = markdownDeeds({ trail: [{ tool: 'x', line: '````\n# Heading', ended: 'ok' }] });
    expect(block).toBe('`````text\nx ```` # Heading\n`````');
  });

  it('is nothing when nothing was done', () => {
    expect(markdownDeeds({ changes: { files: [], unknown: 'no git' } })).toEqual([]);
  });
});
