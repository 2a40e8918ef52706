import { setFlagsFromString } from 'node:v8';

/**
 * What a request makes is to be made among what is young, and be gone with the next quick collection. V8 learns while the server starts
 * that what Zod and the driver make lives long, as the schemas and statements of the start do, and makes what they make afterwards among
 * what is old: 0.75 MB a second of 300 requests, there until a collection of everything minutes later. Measured: docs/performance.md.
 */
export function makeAmongTheYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
