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

/** What the prompt was made with: agent, model, flags, limits. */
export function MadeWith({ state, turn, settings, hasSystemFlag }: MadeWithProps) {
  if (settings === undefined) return null;
  const { agentType, windowSize, maxBytes, maxTokens, tokenCounter, guarded, stripping } = settings;
  const { model, permissions, args } = settings;
  const start = state.turns.get(turn)?.start;
  const facts: readonly (readonly [string, string])[] = [
    ['Agent', agentName(agentType)],
    // A log of an earlier ctx has no permissions, and says nothing of the model either.
    ['Model', model ?? (permissions === undefined ? 'the log does not say' : 'the agent’s own choice')],
    ['Permissions', permissions ?? 'the log does not say'],
    ['Flags', args === undefined ? 'none of the team file’s' : args.join(' ')],
    ['System text', hasSystemFlag ? 'by a flag of its own' : 'in the prompt'],
    ['Window', windowSize === undefined ? 'the whole conversation' : formatCount(windowSize, 'message')],
    [
      'Budget',
      [
        formatBytes(maxBytes),
        ...(maxTokens === undefined ? [] : [`${formatTokens(maxTokens)} tokens by ${tokenCounter}`]),
      ].join(', '),
    ],
    ['Guarded', guarded ? 'yes: nobody’s words can pass for another’s' : 'no'],
    ['Markers', stripping === 'strict' ? 'taken out, code left alone' : 'taken out, white space tidied'],
    ...(start?.keepFrom === undefined ? [] : [['Begins with', start.keepFrom] as const]),
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
