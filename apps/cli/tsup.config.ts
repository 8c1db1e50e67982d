import { defineConfig } from 'tsup';
import { library } from '../../tsup.base.ts';

// Split, so that `ctx --version` loads the argument parser and nothing of what the commands need.
export default defineConfig({ ...library, entry: ['src/bin.ts'], splitting: true });
