import { popupChannel, type PopupMessage } from './popup-message.ts';

// A window of another page: its `Object` is not ours, so only its parts tell what it is.
function isWindow(value: unknown): value is Pick<Window, 'postMessage'> {
  return typeof value === 'object' && value !== null && 'postMessage' in value;
}

/**
 * Tells the page that opened this window, and nobody else: a message goes only to our own origin (ruling R25).
 * @returns false where the browser has cut the tie to the opener; the message then went over our own channel.
 */
export function tellOpener(message: PopupMessage): boolean {
  const opener: unknown = window.opener;
  if (isWindow(opener)) {
    opener.postMessage(message, window.location.origin);
    return true;
  }
  const channel = new BroadcastChannel(popupChannel);
  channel.postMessage(message);
  channel.close();
  return false;
}
