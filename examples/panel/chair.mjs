import { text } from 'node:stream/consumers';

const prompt = await text(process.stdin);
const heard = ['hope', 'doubt', 'money'].filter((name) => prompt.includes(`${name}: `));
console.log(`I heard ${heard.join(' and ')}, and the last word was about money: we mend the worst module first.`);
