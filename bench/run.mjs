import { readArguments } from './arguments.mjs';
import { interleave } from './harness/interleave.mjs';
import { conversationTable } from './report/conversation-table.mjs';
import { subjectsFor } from './subjects/index.mjs';
import { CONVERSATIONS } from './workloads/conversations.mjs';

const settings = readArguments(process.argv.slice(2));
const onProgress = (text) => process.stderr.write(`${text}\n`);

const sections = [];
for (const id of Object.keys(CONVERSATIONS).filter((part) => settings.parts.includes(part))) {
  const subjects = subjectsFor(id, settings);
  const section = conversationTable(id, CONVERSATIONS[id], await interleave(subjects, id, settings, onProgress));
  sections.push(section);
  process.stdout.write(`${section}\n`);
}
