// Writes schema.json from the schema in the code. Build first.
import { writeFileSync } from 'node:fs';
import { teamJsonSchema } from '../dist/index.js';

writeFileSync(new URL('../schema.json', import.meta.url), `${JSON.stringify(teamJsonSchema(), null, 2)}\n`);
