// An agent of the fault tests. It notes its start, its end and a random nonce in a ledger, and answers with the nonce.
// So the ledger shows which work was really done, independently of the database.
import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';

const [ledger = '', longestMs = '300'] = process.argv.slice(2);
let prompt = '';
for await (const chunk of process.stdin) prompt += chunk;
const question = [...prompt.matchAll(/Q:[\w-]+:\d+/g)].at(-1)?.[0] ?? 'Q:none:0';
const nonce = randomBytes(6).toString('hex');
appendFileSync(ledger, `began ${question} ${nonce} ${process.pid}\n`);
await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * Number(longestMs)));
appendFileSync(ledger, `ended ${question} ${nonce} ${process.pid}\n`);
console.log(`A:${question.slice(2)}:${nonce}`);
