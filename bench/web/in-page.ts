/** Scripts that run in the page, as texts: the types of this folder know no DOM. */

/** Sum of the layout shifts since the page began. Put in place before it begins. */
export const watchShifts = `
  window.shifts = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

/**
 * Measures from each input event, in the moment the key was pressed, until \`isShown(text)\` held and the frame with it was
 * painted. Times land in \`window.paints\`.
 */
export const watchTyping = (field: string, isShown: string) => `
  window.paints = [];
  const isShown = ${isShown};
  document.querySelector(${JSON.stringify(field)}).addEventListener('input', (event) => {
    const pressed = event.timeStamp;
    const text = event.target.value;
    if (text === '') return;
    const look = () => {
      if (!isShown(text)) return requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      // After the frame in which it was found: the message comes when that frame has been handed over.
      port1.onmessage = () => window.paints.push(performance.now() - pressed);
      port2.postMessage(0);
    };
    requestAnimationFrame(look);
  }, true);
`;

/** Scrolls by \`step\` pixels a frame for \`frames\` frames. Gives the milliseconds that each frame took. */
export const scroll = (frames: number, step: number) => `
  new Promise((done) => {
    const times = [];
    let last = performance.now();
    const next = (now) => {
      times.push(now - last);
      last = now;
      window.scrollBy(0, ${step});
      if (times.length < ${frames}) requestAnimationFrame(next);
      else done(times.slice(1));
    };
    requestAnimationFrame(next);
  })
`;

/** The floor: as many names in the plainest page that finds and shows them, without a framework. */
export const barePage = (names: readonly string[]) => `<!doctype html><html lang="en"><title>floor</title>
<input id="search"><p id="found"></p><ul id="rows" style="height:${names.length * 57}px"></ul>
<script>
  const names = ${JSON.stringify(names)};
  document.querySelector('#search').addEventListener('input', (event) => {
    const term = event.target.value.toLowerCase();
    const found = names.filter((name) => name.toLowerCase().includes(term));
    document.querySelector('#found').textContent = found.length.toLocaleString() + ' organization(s) found for "' + event.target.value + '"';
    document.querySelector('#rows').replaceChildren(...found.slice(0, 20).map((name) => {
      const row = document.createElement('li');
      row.textContent = name;
      return row;
    }));
  });
</script>`;
