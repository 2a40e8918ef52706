import type { Locator } from '@playwright/test';
import { decodeQR } from 'qr/decode.js';

/** Runs in the page: the pixels of a PNG. Scripts for the page are texts: these types know no DOM. */
const readPixels = (png: string) => `(async () => {
  const image = new Image();
  image.src = 'data:image/png;base64,${png}';
  await image.decode();
  const { width, height } = image;
  const pen = new OffscreenCanvas(width, height).getContext('2d');
  pen.drawImage(image, 0, 0);
  return { width, height, data: Array.from(pen.getImageData(0, 0, width, height).data) };
})()`;

/** Whatever moves and does not go on forever has come to its end. */
const untilAtRest = () =>
  Promise.all(
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished),
  );

/** What a phone's camera reads in a QR code, as it is painted on the screen. */
export async function readQrCode(picture: Locator): Promise<string> {
  // The dialog that it is in comes in with a movement, and on its way is neither as large nor as dark as it will be.
  await picture.evaluate(untilAtRest);
  const png = (await picture.screenshot()).toString('base64');
  const pixels: { width: number; height: number; data: number[] } = await picture.page().evaluate(readPixels(png));
  return decodeQR({ ...pixels, data: Uint8Array.from(pixels.data) });
}
