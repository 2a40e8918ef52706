import { afterEach, expect, test } from 'vitest';
import { showToast, showToastOnNextPage, toastsShown, watchToasts } from './toast.ts';

let leave: () => void = () => undefined;
afterEach(() => leave());

const texts = () => toastsShown().map(({ text }) => text);

/** The region that shows messages is there: somebody is signed in. */
function enter(): void {
  leave = watchToasts(() => undefined);
}

test('what one person was told is gone once they have left, and the next one is not told', async () => {
  enter();
  showToast('good', 'The fee of Cedar was changed.');
  showToast('bad', 'Failed to send invite.');
  expect(texts()).toHaveLength(2);
  leave();
  await Promise.resolve();
  // Answered only after they left.
  showToast('good', 'The invitation of a@cedar.example was withdrawn.');
  enter();
  expect(texts()).toEqual([]);
});

test('what is said on the way in is shown there, also where the region is taken away and put back at once', async () => {
  leave();
  await Promise.resolve();
  showToastOnNextPage('info', 'You have 2 recovery codes left.');
  enter();
  leave();
  enter();
  await Promise.resolve();
  expect(texts()).toEqual(['You have 2 recovery codes left.']);
});
