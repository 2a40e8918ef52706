import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/**
 * What is done to every page: weight, a second of work, a shift, an image without a text, an error, and work for each key and each
 * step of scrolling.
 */
const script = `
  const work = (milliseconds) => { const end = performance.now() + milliseconds; while (performance.now() < end); };
  addEventListener('input', () => work(100), true);
  addEventListener('scroll', () => work(50), true);
  document.addEventListener('DOMContentLoaded', () => {
    const image = document.createElement('img');
    image.src = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';
    image.style.cssText = 'display: block; height: 240px';
    setTimeout(() => { work(1000); document.body.prepend(image); }, 300);
    console.error('sick');
  });
  // ${randomBytes(140_000).toString('base64')}
`;

function spoiled(page: string): string {
  return page
    .replace('<html lang="en"', '<html')
    .replace(/<meta name="description"[^>]*>/, '')
    .replace('</head>', '<script src="/sick.js"></script></head>');
}

async function pass(incoming: IncomingMessage, response: ServerResponse, healthy: URL): Promise<void> {
  if (incoming.url === '/sick.js') {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    return;
  }
  const { origin, host } = healthy;
  const own = incoming.headers.origin === undefined ? {} : { origin };
  // What is compressed can't be changed here.
  const headers = { ...incoming.headers, ...own, host, 'accept-encoding': 'identity' };
  const passed = request(new URL(incoming.url ?? '/', origin), { method: incoming.method ?? 'GET', headers });
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    passed.on('response', resolve).on('error', reject),
  );
  passed.end(await buffer(incoming));
  const answer = await answered;
  const isPage = answer.headers['content-type']?.startsWith('text/html') === true;
  const body = await buffer(answer);
  const sent = isPage ? Buffer.from(spoiled(body.toString('utf8'))) : body;
  delete answer.headers['transfer-encoding'];
  const noIndex = isPage ? { 'x-robots-tag': 'noindex' } : {};
  response.writeHead(answer.statusCode ?? 500, { ...answer.headers, ...noIndex, 'content-length': sent.length });
  response.end(sent);
}

/** The product behind a proxy that spoils each of its pages, for --prove. */
export async function startSickPages(
  origin: string,
  port: number,
): Promise<{ readonly origin: string; readonly stop: () => void }> {
  const server = createServer((incoming, response) => {
    pass(incoming, response, new URL(origin)).catch(() => response.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
