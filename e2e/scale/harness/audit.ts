import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { SessionRecord, TurnResult } from '@ctx/contract';
import { createPostgresCatalog, type Database } from '@ctx/store-postgres';

/** The outcome of a run of the fault tests. */
interface Audit {
  /** Everything that is wrong, one line each. */
  readonly problems: readonly string[];
  readonly answers: number;
  /** Turns that were lost. */
  readonly lost: number;
  /** Agents that were started. */
  readonly begun: number;
}

/** Compares the session logs, the table of turns and the ledger that the agents have written. */
export async function audit(
  database: Database,
  ledger: string,
  { conversations, rounds }: { readonly conversations: number; readonly rounds: number },
): Promise<Audit> {
  const problems: string[] = [];
  const ended = new Map<string, string>();
  let begun = 0;
  for (const line of readFileSync(ledger, 'utf8').trim().split('\n')) {
    const [what, question = '', nonce = ''] = line.split(' ');
    if (what === 'began') begun += 1;
    else if (ended.has(nonce)) problems.push(`the ledger has ${nonce} twice`);
    else ended.set(nonce, question);
  }
  const catalog = createPostgresCatalog({ database });
  let answers = 0;
  let lost = 0;
  for (let index = 1; index <= conversations; index++) {
    const sessionId = `c${index}`;
    const store = await catalog.open(sessionId);
    const records: SessionRecord[] = [];
    for await (const { record } of store.read()) records.push(record);
    const checked = checkLog(sessionId, records, rounds, ended);
    problems.push(...checked.problems, ...(await checkTurns(database, sessionId, records)));
    answers += checked.answers;
    lost += checked.lost;
  }
  for (const line of leftAgents(ledger)) problems.push(`an agent is still running: ${line}`);
  return { problems, answers, lost, begun };
}

function checkLog(
  sessionId: string,
  records: readonly SessionRecord[],
  rounds: number,
  ended: ReadonlyMap<string, string>,
): { problems: string[]; answers: number; lost: number } {
  const problems: string[] = [];
  const open = new Map<string, number>();
  const answered = new Map<string, string[]>();
  let lost = 0;
  for (const record of records) {
    if (record.type === 'turn-start') open.set(record.turn, record.attempt ?? 1);
    if (record.type === 'turn-end') {
      if (!open.delete(record.turn)) problems.push(`${sessionId} ${record.turn} ended without a start`);
      if (record.status === 'unknown') lost += 1;
      else if (record.status !== 'completed') {
        problems.push(`${sessionId} ${record.turn} is ${record.status}: ${record.error?.message}`);
      }
    }
    if (record.type !== 'message' || record.message.speaker.type !== 'ai') continue;
    const [, question, nonce = ''] = /A:([\w-]+:\d+):(\w+)/.exec(record.message.content) ?? [];
    if (question === undefined) problems.push(`${sessionId}: "${record.message.content}" is not an answer`);
    else answered.set(question, [...(answered.get(question) ?? []), nonce]);
    if (ended.get(nonce) !== `Q:${question}`) problems.push(`${sessionId}: no agent wrote ${nonce} for ${question}`);
  }
  for (const turn of open.keys()) problems.push(`${sessionId} ${turn} never ended`);
  for (let round = 1; round <= rounds; round++) {
    const count = answered.get(`${sessionId}:${round}`)?.length ?? 0;
    if (count !== 1) problems.push(`${sessionId}: round ${round} has ${count} answers`);
  }
  return { problems, answers: answered.size, lost };
}

/** Checks that each answer in the table is in the log once, and that both have the same number of lost turns. */
async function checkTurns(database: Database, sessionId: string, records: readonly SessionRecord[]): Promise<string[]> {
  const problems: string[] = [];
  const rows = await database.query('select turn_id, attempt, state, result from ctx.turns where session_id = $1', [
    sessionId,
  ]);
  const messages = records.flatMap((record) => (record.type === 'message' ? [record.message.content] : []));
  const unknown = records.filter((record) => record.type === 'turn-end' && record.status === 'unknown').length;
  let lost = 0;
  for (const row of rows) {
    const name = `${sessionId} ${row['turn_id']} attempt ${row['attempt']}`;
    if (row['state'] !== 'done') problems.push(`${name} is still ${row['state']}`);
    const result = JSON.parse(String(row['result'])) as TurnResult | null;
    if (result?.status === 'unknown') lost += 1;
    if (result?.status !== 'completed') continue;
    const count = messages.filter((text) => text.trim() === result.text.trim()).length;
    if (count !== 1) problems.push(`${name}: its answer is in the log ${count} times`);
  }
  if (lost !== unknown) problems.push(`${sessionId}: ${lost} turns were lost, ${unknown} are reported as lost`);
  return problems;
}

/** The PIDs of the parents of all running agents. */
export function parentsOfAgents(ledger: string): number[] {
  const all = execFileSync('ps', ['-eo', 'ppid,args'], { encoding: 'utf8' });
  const agents = all.split('\n').filter((line) => line.includes(ledger) && line.includes('agent.mjs'));
  return agents.map((line) => Number.parseInt(line, 10));
}

/** The agents of this run that are still running. */
export function leftAgents(ledger: string): string[] {
  const all = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' });
  return all.split('\n').filter((line) => line.includes(ledger) && line.includes('agent.mjs'));
}
