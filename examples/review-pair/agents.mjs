// Plays the writer or the reviewer. Any program that reads a prompt from stdin and prints an answer can be an agent.
import { text } from 'node:stream/consumers';

const [role] = process.argv.slice(2);
const prompt = await text(process.stdin);
// A prompt ends with the message to answer.
const message = prompt.slice(prompt.lastIndexOf('\n\n') + 1).trim();

const lines = {
  writer: () =>
    message.includes('season')
      ? 'Autumn line of jobs.\nEach waits its turn, none pushes.\nThe worker nods: next.\n\n[NEXT: reviewer]'
      : 'A long line of jobs.\nEach waits its turn, none pushes.\nThe worker nods: next.\n\n[NEXT: reviewer]',
  reviewer: () =>
    message.includes('Autumn')
      ? 'Good. I would read it twice.'
      : 'A haiku names a season, this one does not. [NEXT: writer]',
};

console.log(lines[role]());
