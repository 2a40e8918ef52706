import { afterAll } from 'vitest';
import { endFile } from './file-end.ts';

// Vitest reads this before each test file; what is asked for first ends last.
afterAll(endFile);
