export type ToastTone = 'good' | 'bad' | 'info';

export type ToastMessage = { readonly id: number; readonly tone: ToastTone; readonly text: string };

/** How long a success stays; a failure stays until it is closed, so that nobody misses it. */
export const toastSeconds = 8;

let nextId = 1;
let shown: readonly ToastMessage[] = [];
const watchers = new Set<() => void>();

function change(next: readonly ToastMessage[]): void {
  shown = next;
  for (const watcher of watchers) {
    watcher();
  }
}

/**
 * Says a sentence to the person: where the specification says 'alert', the words appear here. What is answered when they have left is
 * said to nobody: the next person in this browser may be somebody else (security rule 19).
 */
export function showToast(tone: ToastTone, text: string): void {
  if (watchers.size > 0) {
    showToastOnNextPage(tone, text);
  }
}

/** For somebody who is just signing in: the words appear on the page that they are on their way to. */
export function showToastOnNextPage(tone: ToastTone, text: string): void {
  // The same sentence twice is one message, a success makes the failures before it old news, and the newest four are
  // enough to read.
  const others = shown.filter((message) => message.text !== text && !(tone === 'good' && message.tone === 'bad'));
  change([...others, { id: nextId, tone, text }].slice(-4));
  nextId += 1;
}

export function closeToast(id: number): void {
  change(shown.filter((message) => message.id !== id));
}

export function watchToasts(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
    // React may take the region away and put it back at once; else the person has left, and their messages with them.
    queueMicrotask(() => {
      if (watchers.size === 0) {
        shown = [];
      }
    });
  };
}

export function toastsShown(): readonly ToastMessage[] {
  return shown;
}
