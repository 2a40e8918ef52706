// Runs before the first paint (a blocking script in the head), so that a remembered theme never flashes the other one.
(() => {
  try {
    const theme = localStorage.getItem('sentrywell.theme');
    if (theme === 'light' || theme === 'dark') {
      document.documentElement.dataset.theme = theme;
    }
  } catch {
    // Storage is closed to us (a privacy setting): the system's own theme is used.
  }
})();
