import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { readBlocks } from './read-blocks.ts';
import { type Trial, tryDocument } from './try-document.ts';

async function tryMarkdown(markdown: string, timeoutMs = 60_000): Promise<Trial> {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-document-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  try {
    const options = { folder, repoScripts: ['test', 'demo'], registryUrl: inject('registryUrl'), timeoutMs };
    return await tryDocument(readBlocks(markdown), options);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\`\n\n`;
}

describe('running the blocks of a document', () => {
  it('reports nothing if every block does what the document says', async () => {
    const trial = await tryMarkdown(
      [
        block('text', 'anything at all'),
        block('ts', "// greet.ts\nexport const greet = (name: string): string => 'Hello '.concat(name);"),
        block('js', "import { greet } from './greet.js';\nconsole.log(greet('Ada'));"),
        block('output', 'Hello Ada'),
        block('yaml', '# team.yaml\nname: ours'),
        block('sh', 'cat team.yaml | tail -n 1'),
        block('output', 'name: ours'),
        block('json', '{ "a": [1] }'),
        block('sh', 'npm test # all of it\nnpm run demo -- --slow'),
        block('ts', "import { it } from 'node:test';\nit('passes', () => {});"),
      ].join(''),
    );
    expect(trial.problems).toEqual([]);
    expect(trial.kinds).toContain('sh that names scripts of the repo (not run)');
    expect(trial.kinds).toHaveLength(10);
  });

  it('keeps what a block writes into the user’s own folder in the folder of the document', async () => {
    const { problems } = await tryMarkdown(
      [
        block(
          'js',
          "import { mkdirSync } from 'node:fs';\nmkdirSync(process.env.XDG_CONFIG_HOME.concat('/by-js'), { recursive: true });",
        ),
        block('sh', 'mkdir "$XDG_CONFIG_HOME/by-sh"\nls .config'),
        block('output', 'by-js\nby-sh'),
      ].join(''),
    );
    expect(problems).toEqual([]);
  });

  it.each([
    [
      'prints more than the document says',
      block('ts', 'console.log(1);\nconsole.log(2);') + block('output', '1'),
      '1\n2',
    ],
    [
      'prints nothing although an output block follows',
      block('ts', 'export {};') + block('output', '1'),
      'instead of\n1',
    ],
    ['prints without an output block', block('js', 'console.log(1);'), 'prints, but no output block follows'],
    ['throws', block('ts', "throw new Error('broken');"), 'broken'],
    ['is not TypeScript', block('ts', 'const = 1;'), 'Expected identifier'],
    ['imports a package that does not exist', block('js', "import '@ctx/nobody';"), 'ERR_MODULE_NOT_FOUND'],
    [
      'is a test that fails',
      block('js', "import { it } from 'node:test';\nit('x', () => { throw 1; });"),
      'fails with 1',
    ],
    [
      'is a test that fails when the next block runs it',
      `${block('js', "// a.test.mjs\nimport { it } from 'node:test';\nit('x', () => { throw 1; });")}${block('sh', 'node --test')}`,
      'fails with 1',
    ],
    ['is a command that fails half-way', block('sh', 'false\ntrue'), 'fails with 1'],
    ['is a command that prints something else', block('sh', 'echo a') + block('output', 'b'), 'instead of\nb'],
    [
      'installs a package that is not published',
      block('sh', 'npm i @ctx/nobody'),
      '404 Not Found - GET http://127.0.0.1',
    ],
    ['names a script that the repo does not have', block('sh', 'npm run dance'), 'package.json has no script dance'],
    ['is not YAML', block('yaml', 'a: [1'), 'line 2'],
    ['is a team file with a mistake', block('yaml', 'name: a\nmembers: [{ id: kim, type: robot }]'), 'type'],
    ['is not JSON', block('json', '{ a: 1 }'), 'JSON'],
    ['is in an unknown language', block('python', 'print(1)'), 'unknown language "python"'],
    ['has no language', block('', 'hello'), 'unknown language ""'],
    ['is output without a block that prints it', block('output', 'hello'), 'an output block must follow'],
  ])('reports a block that %s', async (_title, markdown, problem) => {
    expect((await tryMarkdown(markdown)).problems.join('\n')).toContain(problem);
  });

  it('ends a block that does not end by itself', async () => {
    const { problems } = await tryMarkdown(block('sh', 'sleep 1000 & sleep 1000'), 300);
    expect(problems).toEqual(['line 1: does not end by itself']);
  });

  it('refuses a block that is never closed', () => {
    expect(() => readBlocks('text\n```ts\nlet a;\n')).toThrow('line 2 is never closed');
  });

  it('reads blocks in lists and blocks that hold fences', () => {
    expect(readBlocks('- a\n  ```js\n  b();\n  ```\n\n````text\n```\nc\n```\n````\n')).toEqual([
      { language: 'js', text: 'b();\n', line: 2 },
      { language: 'text', text: '```\nc\n```\n', line: 6 },
    ]);
  });
});
