// Two members review a diff, for CI: `git diff main | node review.mjs`, or `node review.mjs change.diff`. Prints Markdown, and
// exits with 0 only if every reviewer has seen the whole diff and ended with the line "VERDICT: ok".
// In CI, take this folder from the main branch, not from the change under review: the team file says which programs run.
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createConversation, createMemoryStore, loadTeam } from '@ctx/team';

/** Well below the budget of a prompt: what does not fit would be cut, and nobody would have reviewed it. */
const MAX_BYTES = 200_000;
const TIMEOUT_MS = 10 * 60_000;

const [file] = process.argv.slice(2);
const diff = file === undefined ? await text(process.stdin) : await readFile(file, 'utf8');
if (diff.trim() === '') fail('The diff is empty.');
else if (Buffer.byteLength(diff) > MAX_BYTES) fail(`The diff is longer than ${MAX_BYTES} bytes.`);
else await review();

async function review() {
  const team = await loadTeam(fileURLToPath(new URL('ctx.team.yaml', import.meta.url)));
  const reviewers = team.members.flatMap(({ type, id }) => (type === 'ai' ? [id] : []));
  const conversation = createConversation({ team, store: createMemoryStore() });
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { replies } = await conversation.request(`Review this diff.\n\n${fenced(diff)}`, { to: reviewers, signal });
  await conversation.close();

  const reviews = reviewers.map((id) => {
    const answers = replies.filter(({ member }) => member === id);
    const isOk = answers.length > 0 && answers.every(({ status, text }) => status === 'completed' && endsWithOk(text));
    const said = answers
      .map(({ status, text }) => (status === 'completed' ? text : `${text}\n(${status})`))
      .join('\n\n');
    return { id, isOk, said: said === '' ? 'No answer.' : said };
  });
  const allOk = reviews.every(({ isOk }) => isOk);
  console.log(allOk ? '# Review: ok' : '# Review: changes needed');
  for (const { id, isOk, said } of reviews) console.log(`\n## ${id}: ${isOk ? 'ok' : 'not ok'}\n\n${quoted(said)}`);
  process.exitCode = allOk ? 0 : 1;
}

/** @param {string} answer */
function endsWithOk(answer) {
  return answer.trimEnd().split(/\r?\n/).at(-1) === 'VERDICT: ok';
}

/**
 * In a fence that no line of the diff can close. Markers in fenced code call nobody, so a diff cannot choose who reviews it.
 * @param {string} diff
 */
function fenced(diff) {
  let fence = '```';
  for (const [run] of diff.matchAll(/`{3,}/g)) if (run.length >= fence.length) fence = `${run}\``;
  return `${fence}diff\n${diff.trimEnd()}\n${fence}`;
}

/**
 * A quotation, so that no answer can print a heading that looks like another reviewer's.
 * @param {string} answer
 */
function quoted(answer) {
  return answer.trim().replaceAll(/^/gm, '> ');
}

/** @param {string} reason */
function fail(reason) {
  console.log(`# Review: not done\n\n${reason}`);
  process.exitCode = 1;
}
