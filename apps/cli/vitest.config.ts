import { mergeConfig } from 'vitest/config';
import shared from '../../vitest.project.ts';

// Many of these tests start the built program, some of them several times, so they need more time.
export default mergeConfig(shared, { test: { testTimeout: 120_000, hookTimeout: 120_000 } });
