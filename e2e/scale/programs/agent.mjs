// An agent of the fault tests. It notes its start, its end and a random nonce in a ledger, and answers with the nonce.
// So the ledger shows which work was really done, independently of the database. An answer waits for its share of the
// faults, so that each fault meets agents at work.
import { randomBytes } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';

const [ledger = '', faultsPerRound = '0'] = process.argv.slice(2);
const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
const faultsDone = () => Number(readFileSync(`${ledger}.faults`, 'utf8'));
let prompt = '';
for await (const chunk of process.stdin) prompt += chunk;
const question = [...prompt.matchAll(/Q:[\w-]+:\d+/g)].at(-1)?.[0] ?? 'Q:none:0';
const nonce = randomBytes(6).toString('hex');
appendFileSync(ledger, `began ${question} ${nonce} ${process.pid}\n`);
await pause(50 + Math.random() * 500);
while (faultsDone() < Math.floor(Number(question.split(':')[2]) * Number(faultsPerRound))) await pause(50);
appendFileSync(ledger, `ended ${question} ${nonce} ${process.pid}\n`);
console.log(`A:${question.slice(2)}:${nonce}`);
