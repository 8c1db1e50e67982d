import type { TurnAnswer } from '../../protocol/answers.ts';
import type { SessionState } from '../state/session-state.ts';
import { formatBytes, formatCount, formatTokens } from '../text/format.ts';
import { visible } from '../text/visible.tsx';
import { agentName } from './member-name.tsx';

interface MadeWithProps {
  readonly state: SessionState;
  readonly turn: string;
  readonly settings: TurnAnswer['settings'];
  readonly hasSystemFlag: boolean;
}

/** The settings of a prompt: agent, model, flags, limits. */
export function MadeWith({ state, turn, settings, hasSystemFlag }: MadeWithProps) {
  if (settings === undefined) return null;
  const { agentType, windowSize, maxBytes, maxTokens, tokenCounter, guarded, stripping } = settings;
  const { model, permissions, args } = settings;
  const start = state.turns.get(turn)?.start;
  const facts: readonly (readonly [string, string])[] = [
    ['Agent', agentName(agentType)],
    // The log of an earlier version has neither permissions nor model.
    ['Model', model ?? (permissions === undefined ? 'the log does not say' : 'the agent’s own choice')],
    ['Permissions', permissions ?? 'the log does not say'],
    ['Flags', args === undefined ? 'none in the team file' : args.join(' ')],
    ['System text', hasSystemFlag ? 'in its own flag' : 'in the prompt'],
    ['Window', windowSize === undefined ? 'the whole conversation' : formatCount(windowSize, 'message')],
    [
      'Budget',
      [
        formatBytes(maxBytes),
        ...(maxTokens === undefined ? [] : [`${formatTokens(maxTokens)} tokens by ${tokenCounter}`]),
      ].join(', '),
    ],
    ['Guarded', guarded ? 'yes: no message can imitate another speaker' : 'no'],
    ['Markers', stripping === 'strict' ? 'removed, except in code' : 'removed, white space tidied'],
    ...(start?.keepFrom === undefined ? [] : [['Starts with', start.keepFrom] as const]),
  ];
  return (
    <details class="made-with">
      <summary>Made with</summary>
      <dl class="facts-list">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{visible(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
