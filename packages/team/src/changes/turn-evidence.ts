import { isShellTool } from '@ctx/agent-runner';
import type { AgentEvent } from '@ctx/contract';
import type { AgentMember } from '../team-file/team.ts';
import { isEditTool } from '../trail/tool-line.ts';
import { namedPaths } from './named-paths.ts';

/** What in a turn's tool calls can have changed files. Empty for a member that may only read, or reports no calls. */
export interface TurnEvidence {
  /** Paths that its edits named, as the agent wrote them. */
  readonly paths: ReadonlySet<string>;
  /** When its commands ran, in milliseconds since 1970. */
  readonly commands: readonly { readonly from: number; readonly to: number }[];
}

/** Collects the evidence of a turn while it runs. */
export interface EvidenceCollector {
  note(event: AgentEvent): void;
  /** The evidence so far. A call without a result counts as running until now. */
  evidence(): TurnEvidence;
}

/** Of a turn that was cut off: nobody saw its calls. */
export const NO_EVIDENCE: TurnEvidence = { paths: new Set(), commands: [] };

type Call = { readonly paths: readonly string[] } | { readonly from: number; readonly isLeftRunning: boolean };

/** @param now the time in milliseconds since 1970, by the clock that files get their times from */
export function createEvidenceCollector(
  { permissions }: Pick<AgentMember, 'permissions'>,
  now: () => number = Date.now,
): EvidenceCollector {
  if (permissions === 'read-only') return { note() {}, evidence: () => NO_EVIDENCE };
  const open = new Map<string, Call>();
  const paths = new Set<string>();
  const commands: { readonly from: number; readonly to: number }[] = [];
  /** Denials whose result has not come yet: drivers report a denial right before it. */
  let denials = 0;

  return {
    note(event) {
      if (event.type === 'tool-call') {
        if (isShellTool(event.name)) {
          open.set(event.id, { from: now(), isLeftRunning: runsInBackground(event.input) });
        } else if (isEditTool(event.name)) open.set(event.id, { paths: namedPaths(event.input) });
      } else if (event.type === 'notice' && event.kind === 'permission-denied') denials += 1;
      else if (event.type === 'tool-result') {
        const isDenied = event.isError && denials > 0;
        if (isDenied) denials -= 1;
        const call = open.get(event.id);
        if (call === undefined || ('isLeftRunning' in call && call.isLeftRunning)) return;
        open.delete(event.id);
        // An edit that failed changed nothing; a command that failed may have, unless it was not allowed to run.
        if (isDenied) return;
        if ('from' in call) commands.push({ from: call.from, to: now() });
        else if (!event.isError) for (const path of call.paths) paths.add(path);
      }
    },
    evidence() {
      const unfinished = [...open.values()];
      const to = now();
      const running = unfinished.flatMap((call) => ('from' in call ? [{ from: call.from, to }] : []));
      return {
        paths: new Set([...paths, ...unfinished.flatMap((call) => ('paths' in call ? call.paths : []))]),
        commands: [...commands, ...running],
      };
    },
  };
}

// Its result comes at once, and it goes on until the turn ends.
function runsInBackground(input: unknown): boolean {
  const { run_in_background: claude, is_background: gemini } = (input ?? {}) as Readonly<Record<string, unknown>>;
  return claude === true || gemini === true;
}
