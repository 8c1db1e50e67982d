import type { ChangedFiles, WorkTreeChanges } from '@ctx/contract';
import type { TurnAnswer } from '../../protocol/answers.ts';
import { formatBytes, formatCount, formatDuration, turnName } from '../text/format.ts';
import { visible } from '../text/visible.tsx';
import { Patch } from './patch.tsx';
import { ENDED } from './steps.tsx';

/** What a turn did: the tools it used and the files it changed. */
export function Did({ answer: { trail, changes }, isOver }: { readonly answer: TurnAnswer; readonly isOver: boolean }) {
  if (!isOver) return <p class="empty">Shown when the turn has ended.</p>;
  return (
    <>
      <Trail trail={trail} />
      <Changes changes={changes} />
    </>
  );
}

function Trail({ trail }: { readonly trail: TurnAnswer['trail'] }) {
  if (trail === undefined || trail.length === 0) {
    return <p class="empty">The log lists no tools for this turn.</p>;
  }
  const longest = Math.max(1, ...trail.map(({ durationMs = 0 }) => durationMs));
  return (
    <section aria-label="Trail">
      <h3>{formatCount(trail.length, 'step')}</h3>
      <ol class="trail">
        {trail.map(({ tool, line, ended, durationMs, said, output, exitCode }, index) => (
          <li key={index} class={ended}>
            <span class="sign" aria-hidden="true">
              {ENDED[ended][0]}
            </span>
            <span class="sr">{ENDED[ended][1]}: </span>
            <b>{visible(tool)}</b>
            <code>{visible(line)}</code>
            <span class="time">
              {durationMs === undefined ? null : (
                <>
                  <span
                    class="time-bar"
                    aria-hidden="true"
                    style={{ width: `${Math.max(2, (durationMs / longest) * 60)}px` }}
                  />
                  {formatDuration(durationMs)}
                </>
              )}
            </span>
            {said === undefined ? null : <Folded title="said before" text={said} />}
            {output === undefined ? null : <Folded title={returned(output, exitCode)} text={output} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

function returned(output: string, exitCode: number | undefined): string {
  const lines = formatCount(output.trimEnd().split('\n').length, 'line');
  return exitCode === undefined ? `returned ${lines}` : `returned ${lines}, exit code ${exitCode}`;
}

function Folded({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <details class="folded-text">
      <summary>{title}</summary>
      <pre>{visible(text)}</pre>
    </details>
  );
}

const STATUS: Readonly<Record<string, string>> = { added: 'A', modified: 'M', deleted: 'D' };

function Changes({ changes }: { readonly changes: WorkTreeChanges | undefined }) {
  if (changes === undefined) return <p class="empty">The log does not say which files it changed.</p>;
  const { files, meanwhile, sharedWith = [], unknown } = changes;
  if (unknown !== undefined) return <p class="empty">Which files it changed is unknown: {visible(unknown)}</p>;
  return (
    <>
      {files.length === 0 ? (
        <p class="empty">It changed no files{meanwhile === undefined ? '' : ' that are known to be its own'}.</p>
      ) : (
        <Files changed={changes} title={`${formatCount(files.length, 'file')} changed`} />
      )}
      {sharedWith.length > 0 && (files.length > 0 || meanwhile !== undefined) ? (
        <p class="note" role="note">
          {visible(sharedWith.map(turnName).join(', '))} ran in the same folder at the same time: some changes may be
          theirs.
        </p>
      ) : null}
      {meanwhile === undefined ? null : <Files changed={meanwhile} title="Changed meanwhile, not known by whom" />}
    </>
  );
}

function Files({ changed, title }: { readonly changed: ChangedFiles; readonly title: string }) {
  const { files, patch, patchCutBytes } = changed;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul class="files">
        {files.map(({ path, status, added, removed }) => (
          <li key={path}>
            <span class={`status ${status}`} title={status}>
              {STATUS[status] ?? '?'}
            </span>
            <code>{visible(path)}</code>
            <span class="spring" />
            {added === undefined ? <span>binary</span> : <ins>+{added}</ins>}
            {removed === undefined ? null : <del>−{removed}</del>}
          </li>
        ))}
      </ul>
      {patch === undefined ? null : <Patch patch={patch} />}
      {patchCutBytes === undefined ? null : (
        <p class="note">{formatBytes(patchCutBytes)} of the patch are not in the log.</p>
      )}
    </section>
  );
}
