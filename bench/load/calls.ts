import { type Agent, request } from 'node:http';

export type Answer = { readonly status: number; readonly text: string; readonly milliseconds: number };

export type Call = {
  readonly agent?: Agent;
  readonly cookie?: string;
  /** With a body the call is a POST. */
  readonly body?: unknown;
  readonly timeoutMilliseconds?: number;
};

/** One call over HTTP. Status 0: no answer came; its text says why. */
export function call(url: string, { agent, cookie, body, timeoutMilliseconds = 30_000 }: Call = {}): Promise<Answer> {
  const start = performance.now();
  const headers = {
    ...(cookie === undefined ? {} : { cookie: `sid=${cookie}` }),
    ...(body === undefined ? {} : { origin: new URL(url).origin, 'content-type': 'application/json' }),
  };
  return new Promise((resolve) => {
    const done = (status: number, text: string) => resolve({ status, text, milliseconds: performance.now() - start });
    const options = { agent, method: body === undefined ? 'GET' : 'POST', headers, timeout: timeoutMilliseconds };
    const sent = request(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('end', () => done(response.statusCode ?? 0, text));
      response.on('error', (error) => done(0, error.message));
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', (error) => done(0, error.message));
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/**
 * Calls at a steady rate: each at its appointed time, whether or not the ones before it were answered (else a slow server would
 * be asked less, and look faster).
 */
export async function atRate<Result>(
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
  make: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const running: Promise<Result>[] = [];
  const start = performance.now();
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(perSecond * seconds, Math.floor(((performance.now() - start) / 1000) * perSecond));
      while (running.length < due) running.push(make(running.length));
      if (due === perSecond * seconds) {
        clearInterval(timer);
        resolve();
      }
    }, 2);
  });
  return Promise.all(running);
}
