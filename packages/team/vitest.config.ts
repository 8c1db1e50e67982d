import { mergeConfig } from 'vitest/config';
import shared from '../../vitest.project.ts';

// Tests mock modules, and count the processes and files that this process holds.
export default mergeConfig(shared, { test: { isolate: true } });
