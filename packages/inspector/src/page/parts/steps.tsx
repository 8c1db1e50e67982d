import type { TrailEntry } from '@ctx/contract';
import type { FedStep, FedTurnEnd } from '../../protocol/session-feed.ts';
import { routeTo } from '../state/route.ts';
import { formatCount } from '../text/format.ts';
import { visible } from '../text/visible.tsx';

/** How a step ended: its sign, and the word for it. */
export const ENDED: Readonly<Record<TrailEntry['ended'], readonly [sign: string, word: string]>> = {
  ok: ['✓', 'done'],
  error: ['✕', 'failed'],
  open: ['…', 'not finished'],
};

/** What an agent did in a turn, folded on the card of its answer. */
export function Steps({ session, end }: { readonly session: string; readonly end?: FedTurnEnd | undefined }) {
  const { first, count } = end?.steps ?? { first: [], count: 0 };
  if (count === 0) return null;
  const tools = [...new Set(first.map(({ tool }) => tool))];
  const failed = first.filter(({ ended }) => ended === 'error').length;
  return (
    <details class="steps">
      <summary>
        {formatCount(count, 'step')}: {visible(tools.join(', '))}
        {failed > 0 ? <span class="bad"> · {failed} failed</span> : null}
      </summary>
      <ul>
        {first.map((step, index) => (
          <Step key={index} step={step} />
        ))}
        {count > first.length ? (
          <li>
            <a href={routeTo({ session, turn: end!.turn, tab: 'did' })}>{count - first.length} more</a>
          </li>
        ) : null}
      </ul>
    </details>
  );
}

function Step({ step: { tool, line, ended } }: { readonly step: FedStep }) {
  return (
    <li class={ended}>
      <span aria-hidden="true">{ENDED[ended][0]}</span>
      <span class="sr">{ENDED[ended][1]}: </span> <b>{visible(tool)}</b> <code>{visible(line)}</code>
    </li>
  );
}
