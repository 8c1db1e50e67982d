import { writeFileSync } from 'node:fs';
import { readArguments } from './arguments.mjs';
import { PARTS } from './parts/index.mjs';
import { header } from './report/header.mjs';
import { readVersions } from './report/versions.mjs';

const settings = { ...readArguments(process.argv.slice(2), Object.keys(PARTS)), versions: readVersions() };
const startedAt = new Date();
const onProgress = (text) => process.stderr.write(`${text}\n`);

const sections = [];
const emit = (section) => {
  process.stdout.write(`${section}\n`);
  sections.push(section);
};
for (const [id, runPart] of Object.entries(PARTS)) {
  if (!settings.parts.includes(id)) continue;
  await runPart(settings, { onProgress, emit });
}
if (settings.out !== undefined) {
  const file = new URL(settings.out, import.meta.url);
  writeFileSync(file, `${header(settings, startedAt)}\n${sections.join('\n')}`);
  onProgress(`Wrote bench/${settings.out}`);
}
