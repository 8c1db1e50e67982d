import { defineConfig } from 'tsup';
import { library } from '../../tsup.base.ts';

// No shared chunks: each entry is one file that can be taken alone.
export default defineConfig({ ...library, entry: ['src/index.ts', 'src/markers/index.ts'], splitting: false });
