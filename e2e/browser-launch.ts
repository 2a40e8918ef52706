import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { testSwitches } from '../tools/browser.mjs';

/** A certificate that signs itself is trusted by its key, not by looking away: passkeys work on trusted pages only. */
function trusting(certificate: string | undefined): string[] {
  if (certificate === undefined) {
    return [];
  }
  const key = new X509Certificate(readFileSync(certificate)).publicKey.export({ type: 'spki', format: 'der' });
  return [`--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`];
}

/** The browser of every journey, with switches of its own for some. */
export function browserLaunch(...switches: readonly string[]) {
  return {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [...testSwitches, ...trusting(process.env['E2E_CERTIFICATE']), ...switches],
  };
}
