import { setTimeout as pause } from 'node:timers/promises';
import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { SMTPServer } from 'smtp-server';
import { call } from '../bench/load/calls.ts';
import { freePort } from '../bench/load/programs.ts';
import { type Fault, withProduct } from './fault.ts';

export const othersDown: Fault = {
  name: 'mail and Google down',
  holds:
    'inviting works at once and the mail goes out when the server is back; Google is 503 in time; the rest is as ever',
  planted: 'the mail server never comes back',
  run: async ({ planted }) => {
    const mailPort = await freePort();
    const googlePort = await freePort();
    const environment = {
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      GOOGLE_CLIENT_ID: 'chaos',
      GOOGLE_CLIENT_SECRET: 'chaos',
      GOOGLE_ISSUER: `http://127.0.0.1:${googlePort}`,
      GOOGLE_API_ROOT: `http://127.0.0.1:${googlePort}`,
      GOOGLE_TIMEOUT_MS: '2000',
    };
    return withProduct({ environment }, async (product, { seeded }) => {
      const cookie = seeded.mspCookie;
      const wrong: string[] = [];
      const invited = await call(`${product.origin}${invitationEndpoints.inviteOrganization.path}`, {
        cookie,
        body: { email: 'someone@new-clinic.example', role: 'ORG_ADMIN' },
      });
      if (invited.status !== 200 || invited.milliseconds > 3_000) {
        wrong.push(`inviting said ${invited.status} after ${invited.milliseconds.toFixed(0)} ms ${invited.text}`);
      }
      const [organization = 0] = seeded.organizations;
      const query = `orgId=${organization}&expectedDomain=clinic${organization}.example`;
      const google = await call(`${product.origin}${sraEndpoints.startWorkspaceSignIn.path}?${query}`, { cookie });
      if (google.status !== 503 || google.milliseconds > 5_000) {
        wrong.push(`Google's sign-in said ${google.status} after ${google.milliseconds.toFixed(0)} ms ${google.text}`);
      }
      const me = await call(`${product.origin}${authEndpoints.me.path}`, { cookie });
      if (me.status !== 200) wrong.push(`a session look-up said ${me.status}`);
      const start = performance.now();
      const received = planted ? await nothing(5_000) : await mailOn(mailPort, 45_000);
      const seconds = (performance.now() - start) / 1000;
      if (!received) wrong.push('the mail never arrived');
      return {
        measured: `invited in ${invited.milliseconds.toFixed(0)} ms, the mail ${received ? `arrived ${seconds.toFixed(0)} s after its server came back` : 'did not arrive'}; Google's sign-in ${google.status} after ${google.milliseconds.toFixed(0)} ms`,
        wrong,
      };
    });
  },
};

async function nothing(milliseconds: number): Promise<boolean> {
  await pause(milliseconds);
  return false;
}

/** Starts the mail server. @returns whether a mail came in time. */
async function mailOn(port: number, milliseconds: number): Promise<boolean> {
  let received = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => {
        received = true;
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  for (const end = performance.now() + milliseconds; !received && performance.now() < end; ) await pause(50);
  await new Promise<void>((resolve) => server.close(resolve));
  return received;
}
