import { mergeConfig } from 'vitest/config';
import shared from '../vitest.project.ts';

export default mergeConfig(shared, { test: { include: ['**/*.test.ts'], testTimeout: 300_000 } });
