// Runs before the first paint (a blocking script in the head), so that a remembered theme never flashes the other one.
(() => {
  try {
    const theme = localStorage.getItem('sentrywell.theme');
    if (theme === 'light' || theme === 'dark') {
      document.documentElement.dataset.theme = theme;
    }
    // Before a screen everything else is still on its way: what takes a browser long when it is first used is used now, a dozen
    // milliseconds that the screen would wait for (docs/performance.md).
    if (/^\/(msp|org|settings|dashboard)\b/.test(location.pathname)) {
      sessionStorage.getItem('');
      new Intl.DateTimeFormat('en-US').format(0);
      new Intl.Locale('en-US').maximize();
    }
  } catch {
    // Storage is closed to us (a privacy setting): the system's own theme is used.
  }
})();
