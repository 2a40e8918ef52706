import { isIPv4 } from 'node:net';

/** Whether an address to listen on is reached from the machine itself only. A name may begin with digits as well. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}
