import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import { type ErrorBody, type ErrorCode, errors } from '@sentrywell/contract/errors.ts';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Settings } from '../settings.ts';
import { errorForLog } from './error-for-log.ts';
import { openLogLines } from './log-lines.ts';
import { Refusal } from './refusal.ts';

const bodyLimitBytes = 64 * 1024;

/**
 * The HTTP server without a single route: limits, headers, origin checks, how errors are answered.
 * @param logFile where the log goes; undefined: standard output, one JSON object a line.
 */
export function createHttp(settings: Settings, logFile?: string): FastifyInstance {
  const app = Fastify({
    logger: {
      level: settings.logLevel,
      ...(settings.logLevel === 'silent' ? {} : { stream: openLogLines(logFile) }),
      redact: ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'],
      serializers: {
        err: (error: unknown) => errorForLog(error),
        req: (request: FastifyRequest) => ({ method: request.method, path: pathForLog(request.url), id: request.id }),
      },
    },
    genReqId: () => randomUUID(),
    bodyLimit: bodyLimitBytes,
    requestTimeout: 10_000,
    // Longer than the longest answer may take (reading a workspace: one minute); reading a request has its own, shorter limits.
    connectionTimeout: 120_000,
    keepAliveTimeout: 65_000,
    // Behind a balancer requests still arrive while a server stops; what arrives is answered.
    return503OnClosing: false,
    // Looked at every second: by default slow connections would be noticed after half a minute only.
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 },
    routerOptions: { maxParamLength: 300, caseSensitive: true },
    trustProxy: settings.trustedProxies.length === 0 ? false : [...settings.trustedProxies],
    // Addresses that can't be decoded never reach the hooks; they are answered like everything else.
    frameworkErrors: (_error, request, reply) => {
      securityHeaders(request, reply, settings);
      answerError(new Refusal('request.malformed'), request, reply);
    },
    logController: new LogController({ disableRequestLogging: true }),
  });
  void app.register(cookie);
  onlyJson(app);
  const allowedOrigins = new Set([settings.publicUrl, ...settings.webOrigins]);
  const allowedHosts = hostsOf(settings);
  const webOrigins = new Set(settings.webOrigins);
  inTurn(app);
  app.addHook('onRequest', async (request, reply) => {
    securityHeaders(request, reply, settings);
    if (!allowedHosts(request.headers.host ?? '') || namesTwoHosts(request)) {
      throw new Refusal('request.wrong_host');
    }
    allowOrigin(request, reply, webOrigins);
    if (request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'OPTIONS') {
      refuseForeignWrites(request, allowedOrigins, settings);
    }
  });
  app.addHook('onResponse', async (request, reply) => {
    const details = { req: request, status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime) };
    request.log.info(details, 'answered');
  });
  app.addHook('preClose', async () => endConnections(app));
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply));
  app.setNotFoundHandler((request, reply) => answerError(new Refusal('route.not_found'), request, reply));
  return app;
}

/**
 * A connection that was busy when the server began to close is kept open by its other end for the next request, and the server
 * would wait for it for more than a minute.
 */
function endConnections({ server }: FastifyInstance): void {
  const timer = setInterval(() => server.closeIdleConnections(), 25);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

/**
 * A connection may bring its next requests before it was answered. Answers go out in order, so the work begins in order: fifty
 * requests sent at once take one connection to the database from the others and not all of them, and whoever does not read the
 * answers begins nothing more. An answer has its socket when its turn has come.
 */
function inTurn(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, { raw }, done) => {
    if (raw.socket === null) {
      raw.once('socket', () => done());
    } else {
      done();
    }
  });
}

/** Paths that carry a secret in them, and every query string, stay out of the log. */
function pathForLog(url: string): string {
  const [path = ''] = url.split('?', 1);
  return path.replace(/(\/invitations\/)[^/]{16,}/, '$1…');
}

function onlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: bodyLimitBytes },
    (request, body, done) => {
      // A JSON content type with nothing in it: the specification's logout sends just that (security rule 17).
      if (body === '') {
        done(null, undefined);
        return;
      }
      void parseJson(request, String(body), done);
    },
  );
}

function hostsOf({ publicUrl, host, port, webOrigins }: Settings): (given: string) => boolean {
  const names = new Set([
    new URL(publicUrl).host,
    `${host}:${port}`,
    ...webOrigins.map((origin) => new URL(origin).host),
  ]);
  // On loopback the port may be chosen by the system, and the same server has several names.
  return (given) => names.has(given) || /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/.test(given);
}

/** A second Host header, or a host in the address: a proxy in front may have gone by the other one. */
function namesTwoHosts({ raw }: FastifyRequest): boolean {
  const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts > 1 || raw.url?.startsWith('/') !== true;
}

/** For everything but the web app's pages, which bring their own: nothing is loaded, and nobody frames it. */
const barePolicy = "default-src 'none'; frame-ancestors 'none'";

function securityHeaders(request: FastifyRequest, reply: FastifyReply, settings: Settings): void {
  reply.header('x-content-type-options', 'nosniff');
  reply.header('referrer-policy', 'no-referrer');
  reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()');
  reply.header('content-security-policy', barePolicy);
  if (settings.publicUrl.startsWith('https:')) {
    reply.header('strict-transport-security', 'max-age=63072000; includeSubDomains');
  }
  if (request.url.startsWith('/api/') || request.url.startsWith('/health/')) {
    reply.header('cache-control', 'no-store');
    reply.header('cross-origin-resource-policy', 'same-site');
  }
}

function allowOrigin(request: FastifyRequest, reply: FastifyReply, webOrigins: ReadonlySet<string>): void {
  const { origin } = request.headers;
  if (origin === undefined || !webOrigins.has(origin)) {
    return;
  }
  reply.header('access-control-allow-origin', origin);
  reply.header('access-control-allow-credentials', 'true');
  reply.header('vary', 'origin');
  if (request.method === 'OPTIONS') {
    reply.header('access-control-allow-methods', 'GET, POST');
    reply.header('access-control-allow-headers', 'content-type');
    reply.header('access-control-max-age', '600');
    void reply.code(204).send();
  }
}

/** Security rule 16: an exact allowed Origin, no cross-site fetch, and a JSON content type on every write. */
function refuseForeignWrites(request: FastifyRequest, allowed: ReadonlySet<string>, settings: Settings): void {
  if (!comesFromOurPage(request, allowed, settings)) {
    throw new Refusal('request.foreign_origin');
  }
  const type = request.headers['content-type'];
  if (type === undefined || !/^application\/json(;\s*charset=utf-8)?$/i.test(type)) {
    throw new Refusal('request.wrong_type');
  }
}

function comesFromOurPage(
  { headers }: FastifyRequest,
  allowed: ReadonlySet<string>,
  { webOrigins, publicUrl }: Pick<Settings, 'webOrigins' | 'publicUrl'>,
): boolean {
  const { origin } = headers;
  if (origin === undefined) {
    return false;
  }
  const site = String(headers['sec-fetch-site'] ?? 'same-origin');
  const sites = webOrigins.length === 0 ? ['same-origin'] : ['same-origin', 'same-site'];
  const { host, protocol } = URL.canParse(origin) ? new URL(origin) : { host: undefined, protocol: undefined };
  // Where the product has TLS, a page without it is somebody else's: anybody on the way may have written it.
  const isOwnHost = host === headers.host && !(protocol === 'http:' && publicUrl.startsWith('https:'));
  return (allowed.has(origin) || isOwnHost) && sites.includes(site);
}

function codeOf(error: FastifyError): ErrorCode {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' || error.statusCode === 413) {
    return 'request.too_large';
  }
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || error.statusCode === 415) {
    return 'request.wrong_type';
  }
  return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
    ? 'request.malformed'
    : 'server.failed';
}

/** Every error leaves through here (ruling R5): a refusal as itself, what Fastify refused under our code, the rest as a defect. */
export function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = error instanceof Refusal ? error : new Refusal(codeOf(error as FastifyError), { cause: error });
  const failed = refusal.status >= 500;
  if (failed) {
    request.log.error({ err: refusal.cause ?? refusal, req: request }, refusal.message);
  }
  if (refusal.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(Math.ceil(refusal.retryAfterSeconds)));
  }
  const body: ErrorBody = {
    message: failed && refusal.code === 'server.failed' ? errors['server.failed'].message : refusal.message,
    code: refusal.code,
    ...(refusal.issues === undefined ? {} : { issues: refusal.issues }),
    ...(failed ? { requestId: request.id } : {}),
  };
  return reply.code(refusal.status).type('application/json; charset=utf-8').send(body);
}
