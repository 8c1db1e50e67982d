import { text } from 'node:stream/consumers';

const prompt = await text(process.stdin);
const doubled = [...prompt.matchAll(/\b(\w+)\s+\1\b/gi)].map(([, word]) => word.toLowerCase());
console.log(doubled.length === 0 ? 'No word stands twice.' : `Twice in a row: ${doubled.join(', ')}.`);
console.log('[NEXT: editor]');
