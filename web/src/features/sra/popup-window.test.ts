import { expect, test } from 'vitest';
import { centredOn } from './popup-window.ts';

test('the sign-in window is 500 × 600 and stands in the middle of ours, on whatever screen that is', () => {
  const features = (screenX: number, screenY: number) =>
    centredOn({ screenX, screenY, outerWidth: 1400, outerHeight: 900 });
  expect(features(0, 0)).toBe('popup=yes,width=500,height=600,left=450,top=150');
  expect(features(-1920, 40)).toBe('popup=yes,width=500,height=600,left=-1470,top=190');
});
