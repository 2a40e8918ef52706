import { allAnswered } from './call.ts';
import { whenIdle } from './when-idle.ts';

/**
 * Runs something once everything that was asked for is answered and the browser has nothing else to do, or so many milliseconds later.
 * @returns what takes it back.
 */
export function whenAtRest(run: () => void, timeout: number): () => void {
  let isTakenBack = false;
  let takeBack = () => {
    isTakenBack = true;
  };
  void allAnswered().then(() => {
    if (!isTakenBack) {
      takeBack = whenIdle(run, timeout);
    }
  });
  return () => takeBack();
}
