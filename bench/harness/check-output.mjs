import { expectedPrompt } from '../workloads/expected-prompt.mjs';

/**
 * Compares the output of a subject with the expected one: for ours the whole prompt, for peers the lines they keep. Returns
 * `equal`, or how it differs.
 */
export async function checkOutput(subject, conversation, ready) {
  if (!subject.promptOf && !subject.linesOf) return 'not compared';
  const last = conversation.messages.length - 1;
  const isChecked = (turn) => turn === last || turn < 3 || turn % 500 === 0;
  const state = subject.fresh();
  for (let turn = conversation.turns ? 0 : last; turn <= last; turn++) {
    const output = await subject.call(state, turn);
    if (!isChecked(turn)) continue;
    if (conversation.id === 'e' && subject.linesOf) return describeHuge(subject, output);
    const difference = differenceOf(subject, output, expectedPrompt(conversation, turn, ready), turn, ready);
    if (difference !== undefined) return conversation.turns ? `turn ${turn}: ${difference}` : difference;
  }
  return 'equal';
}

function differenceOf(subject, output, { parts, first }, position, ready) {
  if (subject.promptOf) {
    const prompt = subject.promptOf(output);
    const expected = parts.join('\n');
    return prompt === expected ? undefined : `${prompt.length} characters instead of ${expected.length}`;
  }
  const firstKept = subject.firstKept?.(first, position) ?? first;
  const expected = ready.lines.slice(firstKept, position).join('\n');
  const kept = subject.linesOf(output).join('\n');
  return kept === expected ? undefined : `${kept.length} characters instead of ${expected.length}`;
}

function describeHuge(subject, output) {
  if (output?.refusal !== undefined) return 'refuses the message';
  const kept = subject.linesOf(output).reduce((sum, line) => sum + line.length, 0);
  return kept === 0 ? 'drops the message' : `keeps ${Math.round(kept / 1e6)} MB`;
}
