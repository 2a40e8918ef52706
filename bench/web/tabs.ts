// Tabs driven by the browser's own debugging protocol. Playwright has each request of a page told to it, which takes part of the two
// processors from the page, the browser and the server that share them here: a seventh of what a screen took by its address.
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

/** One tab. Scripts are texts; what they promise is waited for. */
export type Tab = {
  /** Resolves when the new page has begun. */
  readonly go: (address: string) => Promise<void>;
  /** Runs a script in each page before its own. */
  readonly runFirst: (script: string) => Promise<void>;
  readonly run: (script: string) => Promise<unknown>;
  /** Presses the middle of what a selector finds. */
  readonly press: (selector: string) => Promise<void>;
  /** Seconds of its thread that the page has worked. */
  readonly worked: () => Promise<number>;
  readonly close: () => Promise<void>;
};

/** A browser without cookies but one. */
export type TabMaker = { readonly newTab: () => Promise<Tab> };

const messageShape = z.object({
  id: z.number().optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ message: z.string() }).optional(),
});
type Result = Readonly<Record<string, unknown>>;
type Send = (method: string, parameters?: object, sessionId?: string) => Promise<Result>;

/** Sends commands to the browser that listens for debuggers on this port of loopback. */
async function connect(port: number): Promise<{ readonly send: Send; readonly close: () => void }> {
  const version = await fetch(`http://127.0.0.1:${port}/json/version`);
  const { webSocketDebuggerUrl } = z.object({ webSocketDebuggerUrl: z.string() }).parse(await version.json());
  const socket = new WebSocket(webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  const waiting = new Map<number, PromiseWithResolvers<Result>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = messageShape.parse(JSON.parse(String(data)));
    const sent = id === undefined ? undefined : waiting.get(id);
    if (id !== undefined) waiting.delete(id);
    if (error === undefined) sent?.resolve(result ?? {});
    else sent?.reject(new Error(error.message));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser has ended.'));
  });
  let sent = 0;
  return {
    send: (method, params, sessionId) => {
      const id = (sent += 1);
      const answered = Promise.withResolvers<Result>();
      waiting.set(id, answered);
      socket.send(JSON.stringify({ id, method, params: params ?? {}, sessionId }));
      return answered.promise;
    },
    close: () => socket.close(),
  };
}

const text = z.string();
const ranShape = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z.object({ exception: z.object({ description: z.string().optional() }).optional() }).optional(),
});
const metricsShape = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) });
const placeShape = z.tuple([z.number(), z.number()]);

const middleOf = (selector: string) => `(() => {
  const { x, y, width, height } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})()`;

async function newTab(send: Send, browserContextId: string): Promise<Tab> {
  const targetId = text.parse(
    (await send('Target.createTarget', { url: 'about:blank', browserContextId }))['targetId'],
  );
  const sessionId = text.parse((await send('Target.attachToTarget', { targetId, flatten: true }))['sessionId']);
  const tell: Send = (method, parameters) => send(method, parameters, sessionId);
  await tell('Page.enable');
  await tell('Emulation.setDeviceMetricsOverride', { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false });
  await tell('Performance.enable', { timeDomain: 'threadTicks' });
  const run = async (expression: string) => {
    const how = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = ranShape.parse(await tell('Runtime.evaluate', how));
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? expression);
    return result.value;
  };
  return {
    run,
    go: async (url) => void (await tell('Page.navigate', { url })),
    runFirst: async (source) => void (await tell('Page.addScriptToEvaluateOnNewDocument', { source })),
    press: async (selector) => {
      const [x, y] = placeShape.parse(await run(middleOf(selector)));
      await tell('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
      for (const type of ['mousePressed', 'mouseReleased']) {
        await tell('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
      }
    },
    worked: async () => {
      const { metrics } = metricsShape.parse(await tell('Performance.getMetrics'));
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    },
    close: async () => void (await send('Target.closeTarget', { targetId })),
  };
}

/** Tabs of a browser that was opened with this port, with a session's cookie. */
export async function tabsOf(
  port: number,
  { origin, cookie }: { readonly origin: string; readonly cookie: string },
): Promise<TabMaker & { readonly close: () => void }> {
  const { send, close } = await connect(port);
  const browserContextId = text.parse((await send('Target.createBrowserContext'))['browserContextId']);
  await send('Storage.setCookies', { browserContextId, cookies: [{ name: 'sid', value: cookie, url: origin }] });
  // A window of its own, which the tabs come to share.
  await send('Target.createTarget', { url: 'about:blank', browserContextId, newWindow: true });
  return { newTab: () => newTab(send, browserContextId), close };
}

/** Runs a script until it is true. A page that is just being left answers with an error. */
export async function untilTrue(tab: Tab, script: string): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if ((await tab.run(script).catch(() => false)) === true) return;
    await pause(50);
  }
  throw new Error(`Not within 20 s: ${script}`);
}
