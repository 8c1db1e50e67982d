// @ts-check
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dieBy, hang } from './die.mjs';
import { spawnIdle } from './spawn-idle.mjs';

/**
 * @typedef {import('../src/agent-script.ts').Step} Step
 * @typedef {object} Stage
 * @property {import('./output.mjs').Output} output
 * @property {import('./voices.mjs').Voice} voice
 * @property {string} prompt
 * @property {import('./received.mjs').Notebook} notebook
 */

/**
 * Plays the steps and tells the exit code.
 *
 * @param {readonly Step[]} steps
 * @param {Stage} stage
 * @returns {Promise<number>}
 */
export async function perform(steps, stage) {
  const { output, voice } = stage;
  let ended = false;
  await say(output, voice.start());
  for (const step of steps) {
    if (step.type === 'exit') return step.code;
    if (step.type === 'error') {
      await say(output, voice.fail(step));
      return step.exitCode ?? voice.failureExitCode(step.status);
    }
    if (step.type === 'end') ended = true;
    await performOne(step, stage);
  }
  if (!ended) await say(output, voice.end());
  return 0;
}

/**
 * @param {Exclude<Step, { type: 'exit' | 'error' }>} step
 * @param {Stage} stage
 * @returns {Promise<void>}
 */
async function performOne(step, { output, voice, prompt, notebook }) {
  switch (step.type) {
    case 'text':
      return say(output, voice.text([step.text]));
    case 'deltas':
      return say(output, voice.text(step.parts), step.delayMs);
    case 'echo':
      return say(output, voice.text([prompt]));
    case 'thinking':
      return say(output, voice.thinking(step.text));
    case 'tool-call':
      return say(output, voice.toolCall(step));
    case 'tool-result':
      return say(output, voice.toolResult(step.id, step.output, step.isError ?? false));
    case 'delay':
      return pause(step.ms);
    case 'line':
      return output.line(step.text);
    case 'bytes':
      return output.write(Buffer.from(step.base64, 'base64'));
    case 'huge-line':
      return output.hugeLine(step.bytes, step.newline ?? true);
    case 'stderr':
      process.stderr.write(step.text);
      return;
    case 'end':
      return say(output, voice.end());
    case 'write-file':
      mkdirSync(dirname(step.path), { recursive: true });
      return writeFileSync(step.path, step.text);
    case 'spawn':
      return notebook.note({ event: 'spawn', child: spawnIdle(step) });
    case 'die':
      return dieBy(step.signal);
    case 'hang':
      return hang();
  }
}

/**
 * @param {import('./output.mjs').Output} output
 * @param {Iterable<string | { raw: string }>} lines
 * @param {number} [delayMs]
 */
async function say(output, lines, delayMs = 0) {
  for (const line of lines) {
    await (typeof line === 'string' ? output.line(line) : output.write(line.raw));
    if (delayMs > 0) await pause(delayMs);
  }
}
