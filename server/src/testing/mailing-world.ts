import { createMailServer } from './mail-server.ts';
import { buildWorld } from './world.ts';

/** A world that sends its mails, and the mail server that takes them. */
export async function buildMailingWorld(environment: Readonly<Record<string, string>> = {}) {
  const mailServer = await createMailServer();
  await mailServer.start();
  return { mailServer, world: await buildWorld({ environment: { SMTP_URL: mailServer.url, ...environment } }) };
}
