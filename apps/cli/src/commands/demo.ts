import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SessionStore } from '@ctx/contract';
import { createConversation, createFileStore, createLiveExecutor, newSessionId } from '@ctx/team';
import { createAppContext } from '../conversation/app-context.ts';
import { followConversation, type Outcome } from '../conversation/follow-conversation.ts';
import { sessionsDirectory } from '../conversation/project-folder.ts';
import { createDemoExecutor } from '../demo/demo-executor.ts';
import { createDemoFolder } from '../demo/demo-folder.ts';
import { DEMO_MESSAGE, demoTeam } from '../demo/demo-team.ts';
import { receiptTable } from '../demo/receipt-table.ts';
import { costLine } from '../render/cost-lines.ts';
import { formatCount } from '../render/format-amounts.ts';
import { wrapText } from '../render/line-wrapper.ts';
import { createMemberStyles } from '../render/member-styles.ts';
import { openView } from '../render/open-view.ts';
import { sectionLegend } from '../render/section-bar.ts';
import { ownSessionKey } from '../sessions/own-session-key.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { listenForInterruption } from '../terminal/interruption.ts';
import { ownCommand } from '../terminal/own-command.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The options of `ctx demo`. */
export interface DemoOptions {
  readonly json?: boolean | undefined;
}

const READING_PACE = { wordMs: 16, toolMs: 260 };
const NO_PAUSES = { wordMs: 0, toolMs: 0 };

/** Plays a small conversation: only what the three agents say is scripted, everything else is real. */
export async function demo(terminal: Terminal, { json = false }: DemoOptions): Promise<number> {
  const team = demoTeam();
  const { sessionId, store, path } = await openDemoStore(terminal);
  const folder = await createDemoFolder();
  const demoExecutor = createDemoExecutor(team, folder, terminal.isInteractive && !json ? READING_PACE : NO_PAUSES);
  const directory = path === undefined ? sessionsDirectory() : dirname(path);
  const executor = createLiveExecutor(demoExecutor, { directory });
  const conversation = createConversation({ team, context: createAppContext(team), executor, store, sessionId });
  const { view, close } = openView(team, terminal, { json });
  const interruption = listenForInterruption();
  try {
    if (!json) printOpening(terminal);
    const outcome = await followConversation(conversation, {
      show: (event) => view.show(event),
      begin: () => conversation.send(DEMO_MESSAGE),
      stopOn: [interruption.signal, terminal.gone],
    });
    close();
    if (outcome.error !== undefined) throw outcome.error;
    const interrupted = interruption.exitCode();
    if (interrupted !== undefined) return interrupted;
    if (!json) printClosing(terminal, outcome, path, costLine(conversation.status().costs, team));
    return outcome.failedTurns === 0 ? EXIT.done : EXIT.failed;
  } finally {
    close();
    interruption.dispose();
    await conversation.close();
    await folder.remove();
  }
}

// The demo must also work in a folder it may not write to; `path` is set if the log is elsewhere.
async function openDemoStore(
  terminal: Terminal,
): Promise<{ sessionId: string; store: SessionStore; path: string | undefined }> {
  const sessionId = newSessionId();
  const key = await ownSessionKey(terminal);
  try {
    return {
      sessionId,
      store: await createFileStore({ sessionId, directory: sessionsDirectory(), key }),
      path: undefined,
    };
  } catch {
    const directory = await mkdtemp(join(tmpdir(), 'ctx-demo-'));
    const store = await createFileStore({ sessionId, directory, key });
    return { sessionId, store, path: store.path };
  }
}

function printOpening({ colors, columns, write }: Terminal): void {
  const width = Math.min(columns(), 100);
  write(`${colors.bold('ctx demo')}  one conversation, three agents, three vendors’ formats\n`);
  const note =
    'Each agent below is a real process that prints its vendor’s stream format, read by the real driver. Only what it says is scripted.';
  write(`${wrapText(note, width, '', colors.dim)}\n\n`);
}

function printClosing(terminal: Terminal, { turns }: Outcome, path: string | undefined, cost: string): void {
  const { colors, write } = terminal;
  const styles = createMemberStyles(demoTeam().members, colors);
  const columns = Math.min(terminal.columns(), 120);
  write(`\n${colors.bold('What each agent saw')}  ${sectionLegend(colors)}\n`);
  for (const row of receiptTable(turns, styles, colors, columns)) write(`${row}\n`);
  write(`\n${colors.bold('What it cost')}  ${colors.dim(`${formatCount(turns.length, 'turn')} · ${cost}`)}\n`);

  const command = ownCommand();
  const session = path ?? 'last';
  const gina = turns.findIndex(({ member }) => member === 'gina') + 1;
  const changed = turns.findLastIndex(({ changes }) => (changes?.files.length ?? 0) > 0) + 1;
  const steps: [typed: string, why: string][] = [
    [`${command} explain ${session} ${gina}`, 'what Gina saw, what was left out, and why'],
  ];
  // Without git nothing is known about changes.
  if (changed > 0) steps.push([`${command} diff ${session} ${changed}`, 'what Max changed']);
  steps.push(
    [`${command} view ${session}`, 'all of it in your browser'],
    [`${command} show ${session}`, 'this conversation again'],
    [`${command} doctor`, 'which agents are installed here'],
    [`${command} init`, 'write a team file for them'],
    [`${command} chat`, 'talk with your team'],
  );
  const widest = Math.max(...steps.map(([typed]) => typed.length));
  write(`\n${colors.bold('Try next')}\n`);
  for (const [typed, why] of steps) {
    const together = `  ${typed.padEnd(widest)}  ${why}`;
    if (together.length < columns) write(`  ${colors.cyan(typed.padEnd(widest))}  ${colors.dim(why)}\n`);
    else write(`  ${colors.cyan(typed)}\n      ${colors.dim(why)}\n`);
  }
}
