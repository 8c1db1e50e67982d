import { spawn } from 'node:child_process';
import { command, run } from '@ctx/agent-runner';
import { median } from '../harness/statistics.mjs';
import { formatTime, table } from '../report/format.mjs';

/** A program that does as little as possible, so that the runner itself is measured. */
const PROGRAM = process.platform === 'win32' ? 'findstr' : 'cat';
const ARGS = process.platform === 'win32' ? ['^'] : [];
const PROMPT = 'Say it again.\n'.repeat(64);

/** Compares a turn through the runner with a bare spawn of the same program: wall-clock time, and CPU time of the host. */
export async function runTurn({ rounds, isQuick }, { onProgress, emit }) {
  const driver = command({ file: PROGRAM, args: ARGS });
  const turns = isQuick ? 5 : 20;
  const throughRunner = async () => {
    const { status, text } = await run(driver, { prompt: PROMPT, permissions: 'unrestricted' });
    if (status !== 'completed' || text.trim() !== PROMPT.trim()) {
      throw new Error(`The turn ended with ${status}: ${text}`);
    }
  };
  const samples = [];
  await bareSpawn();
  await throughRunner();
  for (let round = 0; round < rounds; round++) {
    onProgress(`turn round ${round + 1} of ${rounds}`);
    for (let turn = 0; turn < turns; turn++) {
      samples.push({ bare: await timed(bareSpawn), ours: await timed(throughRunner) });
    }
  }
  const rowOf = (name, of) => ({
    name,
    wallMs: median(samples.map((pair) => of(pair).wallMs)),
    cpuMs: median(samples.map((pair) => of(pair).cpuMs)),
  });
  const rows = [
    rowOf(`bare spawn of \`${PROGRAM}\``, ({ bare }) => bare),
    rowOf(`\`run(command({ file: '${PROGRAM}' }))\``, ({ ours }) => ours),
    rowOf('**a turn over a bare spawn**', ({ bare, ours }) => ({
      wallMs: ours.wallMs - bare.wallMs,
      cpuMs: ours.cpuMs - bare.cpuMs,
    })),
  ];
  const columns = [
    { title: '', of: ({ name }) => name },
    { title: 'time passed', isNumber: true, of: ({ wallMs }) => formatTime(wallMs * 1000) },
    { title: 'CPU of the host', isNumber: true, of: ({ cpuMs }) => formatTime(cpuMs * 1000) },
  ];
  emit(`## A turn\n\n${table(columns, rows)}\n`);
}

async function timed(work) {
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  await work();
  const wallMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { wallMs, cpuMs: (user + system) / 1000 };
}

function bareSpawn() {
  return new Promise((resolve, reject) => {
    const child = spawn(PROGRAM, ARGS, { stdio: ['pipe', 'pipe', 'pipe'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    child.stderr.resume();
    child.on('error', reject);
    child.on('close', () => resolve(text));
    child.stdin.end(PROMPT);
  });
}
