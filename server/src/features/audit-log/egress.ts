import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/**
 * Where the server may connect to because a tenant asked for it: public addresses, and what the operator allows by
 * AUDIT_FORWARD_ALLOW. Everything else (loopback, private networks, cloud metadata) would let a tenant look around inside.
 */

const closed = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  closed.addSubnet(network, prefix, 'ipv4');
}
// Global unicast is 2000::/3; inside it, tunnels and documentation lead elsewhere.
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  closed.addSubnet(network, prefix, 'ipv6');
}

export function isPublicAddress(address: string): boolean {
  return isIP(address) === 6
    ? globalUnicast.check(address, 'ipv6') && !closed.check(address, 'ipv6')
    : isIP(address) === 4 && !closed.check(address, 'ipv4');
}

/** @param allowed host names, addresses or networks such as 10.1.0.0/16. */
function isAllowed(host: string, address: string, allowed: readonly string[]): boolean {
  return allowed.some((entry) => {
    const [network = '', prefix] = entry.split('/');
    if (prefix === undefined) {
      return entry.toLowerCase() === host.toLowerCase() || entry === address;
    }
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
    const list = new BlockList();
    list.addSubnet(network, Number(prefix), family);
    return isIP(address) === (family === 'ipv6' ? 6 : 4) && list.check(address, family);
  });
}

/** The address to connect to: looked up once and then used, so that the name can't point elsewhere a moment later. */
export type Destination = { readonly address: string; readonly family: 4 | 6 };

/** @returns undefined when the name leads to an address that may not be reached. @throws when it leads nowhere. */
export async function destinationOf(name: string, allowed: readonly string[]): Promise<Destination | undefined> {
  const host = name.replace(/^\[|\]$/g, '');
  const found = await lookup(host, { all: true });
  const [first] = found;
  const reachable = found.every(({ address }) => isPublicAddress(address) || isAllowed(host, address, allowed));
  return first === undefined || !reachable ? undefined : { address: first.address, family: first.family === 6 ? 6 : 4 };
}
