import type { DiffLine } from '../../protocol/answers.ts';
import { visible } from '../text/visible.tsx';
import { DiffLines } from './difference.tsx';

/** A file's part of a patch. */
interface PatchedFile {
  readonly path: string;
  readonly lines: readonly DiffLine[];
}

const IN_HUNK = /^([ +\-\\]|$)/;
const KINDS: Readonly<Record<string, 'added' | 'removed'>> = { '+': 'added', '-': 'removed' };

/** Shows a patch file by file, with colours. */
export function Patch({ patch }: { readonly patch: string }) {
  return (
    <>
      {readPatch(patch).map(({ path, lines }) => (
        <details key={path} class="patched" open>
          <summary>
            <code>{visible(path)}</code>
          </summary>
          <DiffLines lines={lines} />
        </details>
      ))}
    </>
  );
}

/** Splits a unified diff by file. In a hunk, as far as its line counts go, a line that looks like a heading is content. */
export function readPatch(patch: string): PatchedFile[] {
  const files: { path: string; lines: DiffLine[] }[] = [];
  let left = { old: 0, new: 0 };
  for (const line of patch.replace(/\n$/, '').split('\n')) {
    const file = files.at(-1);
    if (file !== undefined && (left.old > 0 || left.new > 0) && IN_HUNK.test(line)) {
      const kind = KINDS[line[0] ?? ''] ?? 'same';
      if (line[0] !== '\\') {
        left = { old: left.old - (kind === 'added' ? 0 : 1), new: left.new - (kind === 'removed' ? 0 : 1) };
      }
      file.lines.push({ kind, text: line.slice(1) });
      continue;
    }
    const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
    if (line.startsWith('diff --git ')) files.push({ path: pathIn(line), lines: [] });
    else if (hunk !== null && file !== undefined) {
      left = { old: Number(hunk[1] ?? 1), new: Number(hunk[2] ?? 1) };
      file.lines.push({ kind: 'head', text: line });
    } else if (file !== undefined && /^(new|deleted|old|rename|copy|similarity|Binary)/.test(line)) {
      file.lines.push({ kind: 'head', text: line });
    }
  }
  return files;
}

// `diff --git a/PATH b/PATH` has the same path twice, so the second half is the path.
function pathIn(line: string): string {
  const paths = line.slice('diff --git '.length);
  return paths
    .slice(Math.ceil(paths.length / 2))
    .replace(/^"?b\//, '')
    .replace(/"$/, '');
}
