import { text } from 'node:stream/consumers';

// Everything that was said comes as `name: words`, one after the other; what is asked now comes last.
const prompt = await text(process.stdin);
const original = /^you: (.*)$/m.exec(prompt)?.[1] ?? '';
console.log(`Better: ${original.replace(/\b(\w+)\s+\1\b/gi, '$1')}`);
