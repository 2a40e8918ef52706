const size = { width: 500, height: 600 };

type Frame = Pick<Window, 'screenX' | 'screenY' | 'outerWidth' | 'outerHeight'>;

/** The features of a window of 500 × 600 in the middle of another one (specification §9). */
export function centredOn({ screenX, screenY, outerWidth, outerHeight }: Frame): string {
  const left = Math.round(screenX + (outerWidth - size.width) / 2);
  const top = Math.round(screenY + (outerHeight - size.height) / 2);
  return `popup=yes,width=${size.width},height=${size.height},left=${left},top=${top}`;
}

/**
 * Opens the sign-in window. Must run in the click itself: a window that opens later is blocked.
 * @returns undefined where the browser refuses it.
 */
export function openPopup(): Window | undefined {
  const popup = window.open('', '_blank', centredOn(window));
  if (popup === null || popup.closed) {
    return undefined;
  }
  popup.document.title = 'Connecting to Google…';
  popup.document.body.textContent = 'Connecting to Google…';
  popup.focus();
  return popup;
}

/** Sends the window to Google's page. @throws Error when the address is none of the web's. */
export function sendPopup(popup: Window, address: string): void {
  if (!/^https?:$/.test(new URL(address).protocol)) {
    throw new Error('The sign-in has an address that cannot be opened.');
  }
  popup.location.href = address;
}
