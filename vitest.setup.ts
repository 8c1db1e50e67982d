import { afterAll, vi } from 'vitest';

// The test files of a package share a process, so fake timers that one file leaves behind would stop the next one.
afterAll(() => {
  if (!vi.isFakeTimers()) return;
  vi.useRealTimers();
  throw new Error('This test file leaves fake timers behind. Call vi.useRealTimers() after each test that fakes them.');
});
