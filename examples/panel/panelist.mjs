import { text } from 'node:stream/consumers';

const VIEWS = {
  hope: 'Yes. Half of it is dead code, and the other half we understand better than four years ago.',
  doubt: 'No. The last rewrite took two years, and its bugs are the ones we mend today.',
  money: 'A rewrite costs three people for a year. Mending the worst module costs one for a month.\n[NEXT: chair]',
};

await text(process.stdin);
console.log(VIEWS[process.argv[2]]);
