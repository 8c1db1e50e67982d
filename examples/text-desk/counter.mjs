import { text } from 'node:stream/consumers';

const words = (await text(process.stdin)).split(/\s+/).filter((word) => word !== '');
console.log(`${words.length} words, the longest is "${words.toSorted((a, b) => b.length - a.length)[0]}".`);
console.log('[NEXT: finder]');
