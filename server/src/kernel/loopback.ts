import { isIPv4 } from 'node:net';

/** Whether an address to listen on is reached from the machine itself only. A name may begin with digits as well. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** The same of an address of the web, where IPv6 stands in brackets. */
export function leadsToLoopback(url: string): boolean {
  return isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''));
}

/** Whether people reach the product from the machine itself only, and not through a proxy that stands before it either. */
export function isOnlyHere({ host, publicUrl }: { readonly host: string; readonly publicUrl: string }): boolean {
  return isLoopback(host) && leadsToLoopback(publicUrl);
}
