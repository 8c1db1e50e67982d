import { defineConfig } from 'tsup';
import { library } from '../../tsup.base.ts';

// The watchdog is a program that the library starts; whole in one file, so that it can be put beside a bundle.
export default defineConfig({
  ...library,
  entry: { index: 'src/index.ts', 'ctx-watchdog': 'src/watchdog/ctx-watchdog.ts' },
  splitting: false,
});
