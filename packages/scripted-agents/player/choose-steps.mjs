// @ts-check

/**
 * The steps of the reply whose words come last in the prompt; of two that end at the same place, the one given first.
 *
 * @param {import('../src/agent-script.ts').AgentScript} script
 * @param {string} prompt
 * @returns {readonly import('../src/agent-script.ts').Step[]}
 */
export function chooseSteps(script, prompt) {
  let chosen;
  let place = -1;
  for (const reply of script.replies ?? []) {
    const found = prompt.lastIndexOf(reply.when);
    if (found === -1 || found + reply.when.length <= place) continue;
    chosen = reply;
    place = found + reply.when.length;
  }
  if (chosen === undefined) return script.steps ?? [];
  return chosen.steps ?? [{ type: 'text', text: chosen.reply ?? '' }];
}
