import { describe, expect, it } from 'vitest';
import { readPatch } from './patch.tsx';

const PATCH = `diff --git a/src/a.ts b/src/a.ts
index 1..2 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,3 +1,3 @@ function a
 one
-two
+++ b/two
 three
\\ No newline at end of file
diff --git a/with blank.txt b/with blank.txt
new file mode 100644
@@ -0,0 +1 @@
+diff --git a/x b/x
diff --git a/image.png b/image.png
Binary files a/image.png and b/image.png differ
`;

describe('a patch', () => {
  it('is split by file, and lines in a hunk that look like headings belong to the file', () => {
    const files = readPatch(PATCH).map(({ path, lines }) => [
      path,
      ...lines.map(({ kind, text }) => `${kind}: ${text}`),
    ]);
    expect(files).toEqual([
      ['src/a.ts', 'head: @@ -1,3 +1,3 @@ function a', 'same: one', 'removed: two', 'added: ++ b/two', 'same: three'],
      ['with blank.txt', 'head: new file mode 100644', 'head: @@ -0,0 +1 @@', 'added: diff --git a/x b/x'],
      ['image.png', 'head: Binary files a/image.png and b/image.png differ'],
    ]);
  });

  it('is split correctly even if a hunk is cut off', () => {
    const cut = 'diff --git a/a b/a\n@@ -1,9 +1,9 @@\n one\n-two\ndiff --git a/b b/b\n@@ -1 +1 @@\n-x\n+y\n';
    expect(readPatch(cut).map(({ path, lines }) => [path, lines.length])).toEqual([
      ['a', 3],
      ['b', 3],
    ]);
    expect(readPatch('')).toEqual([]);
  });
});
