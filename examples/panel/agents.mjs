// Plays all members of the panel; the argument says which one.
import { text } from 'node:stream/consumers';

const [role] = process.argv.slice(2);
const prompt = await text(process.stdin);

const question = prompt.match(/[^\n:]*\?/)?.[0].trim() ?? '';

const answers = {
  moderator: () => `${question} One sentence each, please. [NEXT: ops, product, security]`,
  ops: () => 'One build to run, one set of versions: monorepo.',
  product: () => 'Whatever ships on Friday: monorepo.',
  security: () => 'One place to watch: monorepo. [NEXT: clerk]',
  clerk: () => `Votes for the monorepo: ${prompt.match(/: monorepo\./g)?.length ?? 0}.`,
};

console.log(answers[role]());
