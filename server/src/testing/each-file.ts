import { afterAll, vi } from 'vitest';
import { endFile } from './file-end.ts';

// Vitest reads this before each test file; what is asked for first ends last. What stops may wait for a clock that goes.
afterAll(() => {
  vi.useRealTimers();
  return endFile();
});
