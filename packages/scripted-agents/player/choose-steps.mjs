// @ts-check

/**
 * Returns the steps of the reply whose `when` ends last in the prompt. If two end at the same place, the first one wins.
 *
 * @param {import('../src/agent-script.ts').AgentScript} script
 * @param {string} prompt
 * @returns {readonly import('../src/agent-script.ts').Step[]}
 */
export function chooseSteps(script, prompt) {
  let chosen;
  let lastEnd = -1;
  for (const reply of script.replies ?? []) {
    const start = prompt.lastIndexOf(reply.when);
    if (start === -1 || start + reply.when.length <= lastEnd) continue;
    chosen = reply;
    lastEnd = start + reply.when.length;
  }
  if (chosen === undefined) return script.steps ?? [];
  return chosen.steps ?? [{ type: 'text', text: chosen.reply ?? '' }];
}
