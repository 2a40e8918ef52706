import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from './accepted-encoding.ts';
import { answerError } from './http.ts';
import type { Kernel } from './kernel.ts';
import { Refusal } from './refusal.ts';

/** Where the build finds the API; undefined: at the pages' own origin. */
function apiOriginOf(folder: string): string | undefined {
  const file = path.join(folder, 'api-host.txt');
  const host = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return URL.canParse(host) ? new URL(host).origin : undefined;
}

function contentPolicy(apiOrigin: string | undefined): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${apiOrigin === undefined ? '' : ` ${apiOrigin}`}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "manifest-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** The popup must keep its opener, so its two pages and nothing else go without isolation (security rule 18). */
const popupPages = new Set(['/oauth-success', '/oauth-error']);

/** What the build compresses with, and how its files end (web/compress-plugin.ts). */
const extensions = { br: '.br', gzip: '.gz' };
/** The shorter first. */
const encodings = ['br', 'gzip'] as const;

/** A page in each form that the build made of it. */
type Document = ReadonlyMap<string, Buffer>;
type Shown = { readonly pathname: string; readonly document: Document };

function readDocument(folder: string, name: string): Document {
  return new Map(
    Object.entries({ identity: '', ...extensions })
      .map(([form, extension]) => [form, path.join(folder, `${name}${extension}`)] as const)
      .filter(([, file]) => existsSync(file))
      .map(([form, file]) => [form, readFileSync(file)]),
  );
}

/**
 * Serves the built web app: hashed assets for ever, the documents of `pages.json` as they were made at build time, and the app's
 * own for every other address that is not the API's.
 */
export async function webApp({ app }: Pick<Kernel, 'app'>, folder: string): Promise<void> {
  const policy = contentPolicy(apiOriginOf(folder));
  const shell = readDocument(folder, 'index.html');
  const pages = JSON.parse(readFileSync(path.join(folder, 'pages.json'), 'utf8')) as Record<string, string>;
  const documents = new Map(Object.entries(pages).map(([address, file]) => [address, readDocument(folder, file)]));
  const documentOf = (pathname: string) =>
    documents.get(pathname.replace(/\/\d+(?=\/|$)/, '/:id')) ??
    documents.get(pathname.replace(/^(\/[^/]+)\/.*$/, '$1/*')) ??
    shell;
  const sendDocument = (request: FastifyRequest, reply: FastifyReply, { pathname, document }: Shown) => {
    const offered = encodings.filter((name) => document.has(name));
    const encoding = acceptedEncoding(request, offered);
    if (encoding !== undefined) {
      void reply.header('content-encoding', encoding);
    }
    return reply
      .header('vary', 'accept-encoding')
      .header('content-security-policy', policy)
      .header('cross-origin-opener-policy', popupPages.has(pathname) ? 'unsafe-none' : 'same-origin-allow-popups')
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(document.get(encoding ?? 'identity'));
  };

  // Waiting for the registration itself would keep `listen` waiting for ever.
  void app.register(fastifyStatic, {
    root: folder,
    index: false,
    // One route for each file, so that the addresses of pages are left for the route below.
    wildcard: false,
    // The build put a compressed file beside each that shrinks; they have no address of their own.
    preCompressed: true,
    globIgnore: Object.values(extensions).map((extension) => `**/*${extension}`),
    serveDotFiles: false,
    cacheControl: false,
    setHeaders: (reply, file) => {
      reply.header(
        'cache-control',
        file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
      reply.header('cross-origin-resource-policy', 'same-origin');
    },
  });
  await app.after();
  app.get('/*', (request, reply) => {
    const [pathname = '/'] = request.url.split('?', 1);
    const isPage = !/^\/(api|health|assets)(\/|$)/.test(pathname) && !/\.[a-z0-9]{1,5}$/i.test(pathname);
    if (!isPage) {
      return answerError(new Refusal('route.not_found'), request, reply);
    }
    return sendDocument(request, reply, { pathname, document: documentOf(pathname) });
  });
  app.get('/', (request, reply) => sendDocument(request, reply, { pathname: '/', document: documentOf('/') }));
}
