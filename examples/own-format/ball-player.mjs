// Returns the ball. It prints its answer in a stream format of its own, which ctx.team.yaml describes.
import { text } from 'node:stream/consumers';

const [name, other] = process.argv.slice(2);
const prompt = await text(process.stdin);
const say = (event, data) => console.log(JSON.stringify({ event, data }));

const pieces = [`${name}!`, ' Over to you.', `\n[NEXT: ${other}]`];
for (const piece of pieces) say('piece', { text: piece });
say('answer', { text: pieces.join('') });
say('bye', { fine: true, read: prompt.length, written: pieces.join('').length });
