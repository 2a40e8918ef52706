/**
 * Uses what takes a browser some milliseconds, together a dozen, when it is used for the first time. For a moment in which the page waits
 * and has nothing else to do.
 */
export function warmUp(): void {
  new Intl.DateTimeFormat('en-US').format(0);
  try {
    sessionStorage.getItem('');
  } catch {
    // Storage is closed to us (a privacy setting): nobody is going to use it.
  }
}
