import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kernel } from './kernel.ts';

/** The cookie of one exchange. */
export type SessionCookie = {
  readonly value: string | undefined;
  readonly open: (token: string, remembered: boolean) => void;
  /** Also empties the browser's cache and storage (security rule 17). */
  readonly clear: () => void;
};

/** `__Host-` needs https; on plain-http loopback some clients refuse it, so there the name has no prefix. */
function cookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-sid' : 'sid';
}

/** Says in the log that the session's cookie goes without the protection that only https gives it (security rule 15). */
export function sayCookieIsPlain({ app, settings }: Pick<Kernel, 'app' | 'settings'>): void {
  const name = cookieName(settings.publicUrl);
  if (!name.startsWith('__Host-')) {
    app.log.info(
      `PUBLIC_URL is not https: the cookie of sessions is "${name}", without the prefix __Host- and without Secure`,
    );
  }
}

export function sessionCookie({ settings }: Kernel, request: FastifyRequest, reply: FastifyReply): SessionCookie {
  const name = cookieName(settings.publicUrl);
  const shared = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: settings.publicUrl.startsWith('https:'),
  } as const;
  return {
    value: request.cookies[name],
    open: (token, remembered) => {
      const lasting = remembered ? { maxAge: settings.session.rememberedDays * 86_400 } : {};
      reply.setCookie(name, token, { ...shared, ...lasting });
    },
    clear: () => {
      reply.clearCookie(name, shared);
      reply.header('clear-site-data', '"cache", "storage"');
    },
  };
}
