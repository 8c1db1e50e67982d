// @ts-check
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dieBy, hang } from './die.mjs';
import { spawnIdle } from './spawn-idle.mjs';

/**
 * @typedef {import('../src/agent-script.ts').Step} Step
 * @typedef {object} StepContext
 * @property {import('./output.mjs').Output} output
 * @property {import('./streams.mjs').VendorStream} stream
 * @property {string} prompt
 * @property {import('./received-log.mjs').ReceivedLog} receivedLog
 */

/**
 * Plays the steps.
 *
 * @param {readonly Step[]} steps
 * @param {StepContext} context
 * @returns {Promise<number>} the exit code
 */
export async function playSteps(steps, context) {
  const { output, stream } = context;
  let ended = false;
  await writeLines(output, stream.start());
  for (const step of steps) {
    if (step.type === 'exit') return step.code;
    if (step.type === 'error') {
      await writeLines(output, stream.fail(step));
      return step.exitCode ?? stream.failureExitCode(step.status);
    }
    if (step.type === 'end') ended = true;
    await playStep(step, context);
  }
  if (!ended) await writeLines(output, stream.end());
  return 0;
}

/**
 * @param {Exclude<Step, { type: 'exit' | 'error' }>} step
 * @param {StepContext} context
 * @returns {Promise<void>}
 */
async function playStep(step, { output, stream, prompt, receivedLog }) {
  switch (step.type) {
    case 'text':
      return writeLines(output, stream.text([step.text]));
    case 'deltas':
      return writeLines(output, stream.text(step.parts), step.delayMs);
    case 'echo':
      return writeLines(output, stream.text([prompt]));
    case 'thinking':
      return writeLines(output, stream.thinking(step.text));
    case 'tool-call':
      return writeLines(output, stream.toolCall(step));
    case 'tool-result':
      return writeLines(output, stream.toolResult(step.id, step.output, step.isError ?? false));
    case 'delay':
      return pause(step.ms);
    case 'wait-for-file':
      while (!existsSync(step.path)) await pause(20);
      return;
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
      return writeLines(output, stream.end());
    case 'write-file':
      mkdirSync(dirname(step.path), { recursive: true });
      return writeFileSync(step.path, step.text);
    case 'spawn':
      return receivedLog.note({ event: 'spawn', child: spawnIdle(step) });
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
async function writeLines(output, lines, delayMs = 0) {
  for (const line of lines) {
    await (typeof line === 'string' ? output.line(line) : output.write(line.raw));
    if (delayMs > 0) await pause(delayMs);
  }
}
