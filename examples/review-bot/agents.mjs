// Plays both reviewers; the argument says which one.
import { text } from 'node:stream/consumers';

const [role] = process.argv.slice(2);
const prompt = await text(process.stdin);

const finds = {
  bugs: () => /^ *\+.*\beval\(/m.test(prompt) && 'A new `eval(`: it runs whatever it is given.',
  tests: () => !/^ *\+{3} .*\.test\./m.test(prompt) && 'No test was changed.',
};

const found = finds[role]();
console.log(found ? `${found}\n\nVERDICT: changes` : 'Nothing to mend.\n\nVERDICT: ok');
