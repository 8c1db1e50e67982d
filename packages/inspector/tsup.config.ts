import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsup';
import { library } from '../../tsup.base.ts';
import { buildPage } from './build-page.ts';

const dist = fileURLToPath(new URL('./dist/', import.meta.url));

export default defineConfig({
  ...library,
  async onSuccess() {
    const { html, licences } = await buildPage();
    await mkdir(dist, { recursive: true });
    await writeFile(`${dist}page.html`, html);
    await writeFile(`${dist}page-licences.txt`, licences);
  },
});
