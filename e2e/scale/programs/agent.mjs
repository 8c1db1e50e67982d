// An agent of the fault tests. It writes into a ledger that it began, and how it ended, and answers with what it wrote: so
// the ledger knows what was really done, whatever the database says.
import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';

const [ledger = '', longestMs = '300'] = process.argv.slice(2);
let prompt = '';
for await (const piece of process.stdin) prompt += piece;
const question = [...prompt.matchAll(/Q:[\w-]+:\d+/g)].at(-1)?.[0] ?? 'Q:none:0';
const nonce = randomBytes(6).toString('hex');
appendFileSync(ledger, `began ${question} ${nonce} ${process.pid}\n`);
await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * Number(longestMs)));
appendFileSync(ledger, `ended ${question} ${nonce} ${process.pid}\n`);
console.log(`A:${question.slice(2)}:${nonce}`);
