import { setFlagsFromString } from 'node:v8';

/**
 * What a request makes is to be made among what is young, and be gone with the next quick collection. V8 makes among what is old what it
 * has seen live long, by the place in the code that makes it: here most of what Zod makes for each request, 0.75 MB a second at 300
 * requests a second, there until a collection of everything a minute later. Measured: docs/performance.md.
 */
export function makeAmongTheYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
