import type { SessionState } from '../state/session-state.ts';
import { visible } from '../text/visible.tsx';

/** The class that gives a member's colour. */
export function colorClass(state: SessionState, id: string): string {
  const color = state.members.get(id)?.color;
  return color === undefined ? 'person' : `member-${color}`;
}

/** A member's name in the member's colour. */
export function MemberName({ state, id }: { readonly state: SessionState; readonly id: string }) {
  return <span class={`name ${colorClass(state, id)}`}>{visible(state.members.get(id)?.name ?? id)}</span>;
}

/** Whether a sentence about the member needs the verb of "you": that is what a new team calls its human. */
export function isCalledYou(state: SessionState, id: string): boolean {
  return state.members.get(id)?.name.toLowerCase() === 'you';
}

const AGENTS: ReadonlyMap<string, string> = new Map([
  ['claude-code', 'Claude Code'],
  ['openai-codex', 'Codex'],
  ['google-gemini', 'Gemini CLI'],
  ['qwen', 'Qwen Code'],
  ['opencode', 'opencode'],
  ['copilot', 'Copilot CLI'],
  ['gemini-api', 'Gemini API'],
  ['openai-api', 'OpenAI-compatible API'],
]);

/** The usual name of an agent type. */
export function agentName(agentType: string | undefined): string {
  return agentType === undefined ? '' : (AGENTS.get(agentType) ?? agentType);
}
