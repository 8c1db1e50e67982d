import { defineConfig } from 'tsup';
import { library } from '../../tsup.base.ts';

// Split into chunks, so that `ctx --version` does not load the code of the commands.
export default defineConfig({ ...library, entry: ['src/bin.ts'], splitting: true });
