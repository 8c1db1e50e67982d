import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { table } from '../report/format.mjs';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const ASSEMBLERS = ['@ctx/assembler-plain', '@ctx/assembler-claude', '@ctx/assembler-codex', '@ctx/assembler-gemini'];

/** Measures the bundle size of core and one assembler, with everything they need. */
export async function runSize(_settings, { onProgress, emit }) {
  const rows = [];
  for (const assembler of ASSEMBLERS) {
    onProgress(`size with ${assembler}`);
    rows.push({ assembler, bytes: await bundle(`export * from '@ctx/core'; export * from '${assembler}';`) });
  }
  const columns = [
    { title: '`@ctx/core` with', of: ({ assembler }) => `\`${assembler}\`` },
    { title: 'minified', isNumber: true, of: ({ bytes }) => kilobytes(bytes.length) },
    { title: '+ gzip', isNumber: true, of: ({ bytes }) => kilobytes(gzipSync(bytes, { level: 9 }).length) },
    { title: '+ brotli', isNumber: true, of: ({ bytes }) => kilobytes(brotliCompressSync(bytes).length) },
  ];
  emit(`## Size\n\nAll exports kept; 1 kB is 1,000 bytes.\n\n${table(columns, rows)}\n`);
}

async function bundle(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: FOLDER },
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
  });
  return outputFiles[0].contents;
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(2)} kB`;
}
