import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cannotWrite } from './cannot-write.ts';

it('a file that cannot be written is reported with the reason and how to choose another', async () => {
  const error = await writeFile(join(tmpdir(), 'no', 'such', 'folder'), '').catch((reason) => reason);
  expect(cannotWrite('out.md', error, '-o FILE').message).toBe(
    'out.md cannot be written: its folder does not exist. Choose another file: -o FILE',
  );
  expect(cannotWrite('out.md', new Error('EBUSY: the file is busy'), '-o FILE').message).toContain(
    'EBUSY: the file is busy.',
  );
});
