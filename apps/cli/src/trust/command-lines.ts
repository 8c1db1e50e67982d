import { placeOf } from '@ctx/agent-runner';
import type { Place, ProcessDriver, TurnInput } from '@ctx/contract';
import { type AgentMember, memberDriver, type Team } from '@ctx/team';
import { isProcess, sessionOf } from '../agents/process-driver.ts';
import { quoteForShell } from '../terminal/shell-quote.ts';

/** An id that every driver accepts, and what the list shows instead. */
const SAMPLE_SESSION = '00000000-0000-4000-8000-000000000000';
const SESSION = 'SESSION';
/** In place of the system text. A long one goes into a file. */
const INSTRUCTIONS = 'INSTRUCTIONS';

/**
 * The command lines that a member's turns start, as its driver makes them: of a first turn and, if its session is kept,
 * of a resumed one. Empty for a member that uses an API, or that cannot run.
 */
export async function commandLines(member: AgentMember, { briefing }: Pick<Team, 'briefing'>): Promise<string[]> {
  const driver = await memberDriver(member, { env: {} }).catch(() => undefined);
  if (driver === undefined || !isProcess(driver)) return [];
  const { model, permissions, systemInstruction, instructionFile } = member;
  const isInstructed = briefing || (systemInstruction ?? instructionFile) !== undefined;
  const session = sessionOf(driver, member);
  const place = await placeOf(member.cwd);
  const systemFlag = isInstructed ? INSTRUCTIONS : undefined;
  const input: TurnInput = { prompt: '', systemFlag, model, permissions, session };
  const first = lineOf(driver, place, input);
  const resumed = lineOf(driver, place, { ...input, session: 'keep', resume: { sessionId: SAMPLE_SESSION } });
  return [first, ...(session === 'keep' && resumed !== undefined ? [`resumed: ${resumed}`] : [])].filter(
    (line) => line !== undefined,
  );
}

/** Undefined if the driver refuses the input, as it will for the turn. */
function lineOf(driver: ProcessDriver, place: Place, input: TurnInput): string | undefined {
  try {
    const { file, args } = driver.command(input, place);
    return [file, ...args].map((word) => quoteForShell(word.replaceAll(SAMPLE_SESSION, SESSION))).join(' ');
  } catch {
    return undefined;
  }
}
