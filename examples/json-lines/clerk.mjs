import { readdirSync } from 'node:fs';
import { text } from 'node:stream/consumers';

const say = (line) => console.log(JSON.stringify(line));

const prompt = await text(process.stdin);
say({ event: 'tool', call: '1', tool: 'list', input: { path: '.' } });
const count = readdirSync('.').length;
const answer = /how many/i.test(prompt) ? `There are ${count} files here.` : 'Ask me how many files are here.';
for (const words of answer.match(/\s*\S+/g)) say({ event: 'part', words });
say({ event: 'done', ok: true, answer });
