// Plays the writer or the reviewer. Any program that reads a prompt from stdin and prints an answer can be an agent.
import { text } from 'node:stream/consumers';

const [role] = process.argv.slice(2);
const prompt = await text(process.stdin);
// A prompt ends with the message to answer.
const message = prompt.slice(prompt.lastIndexOf('\n\n') + 1).trim();

function write() {
  const firstLine = message.includes('season') ? 'Autumn line of jobs.' : 'A long line of jobs.';
  return `${firstLine}\nEach waits its turn, none pushes.\nThe worker nods: next.\n\n[NEXT: reviewer]`;
}

function review() {
  if (message.includes('Autumn')) return 'Good. I would read it twice.';
  return 'A haiku names a season, this one does not. [NEXT: writer]';
}

console.log(role === 'writer' ? write() : review());
