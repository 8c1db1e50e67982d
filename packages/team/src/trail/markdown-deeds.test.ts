import { describe, expect, it } from 'vitest';
import { markdownDeeds, markdownTrail } from './markdown-deeds.ts';

describe('the tool calls and files of a turn in Markdown', () => {
  it('are one code block', () => {
    const [block] = markdownDeeds({
      trail: [
        { tool: 'Bash', line: 'npm test', ended: 'error' },
        { tool: 'Bash', line: 'make', ended: 'error', exitCode: 2 },
        { tool: 'Read', line: 'a.ts', ended: 'ok' },
      ],
      changes: {
        files: [
          { path: 'a.ts', status: 'modified', added: 3, removed: 1 },
          { path: 'b.png', status: 'added' },
        ],
        meanwhile: { tree: 't', files: [{ path: 'c.ts', status: 'deleted', added: 0, removed: 2 }] },
      },
    });
    expect(block).toBe(
      '```text\n$ npm test (failed)\n$ make (exit code 2)\nRead a.ts\nmodified a.ts +3 −1\nadded b.png\n' +
        'changed meanwhile, not known by whom: deleted c.ts +0 −2\n```',
    );
  });

  it('cannot end the code block early', () => {
    const [block] = markdownDeeds({ trail: [{ tool: 'x', line: '````\n# Heading', ended: 'ok' }] });
    expect(block).toBe('`````text\nx ```` # Heading\n`````');
  });

  it('say that changes are not known, unless the member may only read', () => {
    const changes = { files: [], unknown: 'no git here' };
    expect(markdownDeeds({ changes })).toEqual(['```text\nwhat it changed is not known: no git here\n```']);
    expect(markdownDeeds({ changes, permissions: 'read-only' })).toEqual([]);
  });

  it('are left out when there are none', () => {
    expect(markdownDeeds({ changes: { files: [] } })).toEqual([]);
  });
});

describe('what tools returned, in Markdown', () => {
  it('is folded below the answer, with what was said between them', () => {
    const trail = [
      {
        tool: 'Bash',
        line: 'npm test',
        ended: 'error',
        exitCode: 1,
        said: 'First the tests.',
        output: '1 failed\n```\n</details>\n',
      },
      { tool: 'Edit', line: 'a.mjs', ended: 'ok' },
    ] as const;
    expect(markdownTrail({ trail })).toEqual([
      '<details><summary>What was said between the tools, and what they returned</summary>',
      '````text\nFirst the tests.\n$ npm test (exit code 1)\n    1 failed\n    ```\n    </details>\nEdit a.mjs\n````',
      '</details>',
    ]);
  });

  it('is left out where neither is known', () => {
    expect([markdownTrail({}), markdownTrail({ trail: [{ tool: 'Edit', line: 'a', ended: 'ok' }] })]).toEqual([[], []]);
  });
});
