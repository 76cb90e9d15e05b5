/** Lists the addresses of a mock that listens on every interface. */
import { networkInterfaces } from 'node:os';

/** A line for the startup message; none for a mock that listens on one address. */
export function listAddresses(host: string | undefined, url: string): readonly string[] {
  const families = FAMILIES[host ?? ''];
  if (families === undefined) return [];
  const { protocol, port } = new URL(url);
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family, scopeid = 0 }) => !internal && scopeid === 0 && families.includes(family))
    .map(({ address, family }) => `${protocol}//${family === 'IPv6' ? `[${address}]` : address}:${port}`);

  return [
    others.length === 0
      ? 'from elsewhere: this machine has no address of that kind'
      : `from elsewhere: ${[...new Set(others)].join(', ')}`,
  ];
}

/** The hosts that mean every interface, with their address families. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  '0.0.0.0': ['IPv4'],
  '::': ['IPv4', 'IPv6'],
};
