/** Whether an address to listen on is reached from the machine itself only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
