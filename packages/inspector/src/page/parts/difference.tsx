import type { DiffLine, PromptDifference } from '../../protocol/answers.ts';
import { formatCount, turnName } from '../text/format.ts';
import { visible } from '../text/visible.tsx';

const SIGNS: Readonly<Record<DiffLine['kind'], string>> = { same: ' ', added: '+', removed: '−', skip: '', head: '' };
const LABELS: Readonly<Record<DiffLine['kind'], string>> = {
  same: '',
  added: 'added: ',
  removed: 'removed: ',
  skip: '',
  head: '',
};

/** The difference between a prompt and the member's previous one. */
export function Difference({ difference }: { readonly difference: PromptDifference | undefined }) {
  if (difference === undefined) return <p class="empty">This member has no earlier prompt to compare with.</p>;
  const { turn, added, removed, lines, cut } = difference;
  return (
    <section class="diff" aria-label="Difference">
      <p class="diff-head">
        Against {turnName(turn)}: <ins>{formatCount(added, 'line')} added</ins>,{' '}
        <del>{formatCount(removed, 'line')} removed</del>
      </p>
      <DiffLines lines={lines} />
      {cut === undefined ? null : <p class="note">{formatCount(cut, 'more line')} not shown.</p>}
    </section>
  );
}

/** Lines with their signs and colours. */
export function DiffLines({ lines }: { readonly lines: readonly DiffLine[] }) {
  return (
    <div class="diff-lines" tabIndex={0}>
      {lines.map(({ kind, text }, index) => (
        <div key={index} class={kind}>
          <span class="sign" aria-hidden="true">
            {SIGNS[kind]}
          </span>
          {LABELS[kind] === '' ? null : <span class="sr">{LABELS[kind]}</span>}
          {kind === 'skip' ? formatCount(Number(text), 'unchanged line') : visible(text)}
        </div>
      ))}
    </div>
  );
}
