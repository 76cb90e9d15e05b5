/** Starts a server of HTTP, for the mock and the proxy alike. */
import { type AddressInfo, isIPv6, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Connections that wait to be accepted, at most. With Node's 511, a burst of 1,000 waits a second, or is reset. */
const BACKLOG = 4096;

/** Returns the host and port for clients. Rejects with the error of the server if it cannot listen. */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', reject);
      resolve();
    });
  });

  return toAuthority(server.address() as AddressInfo);
}

/** 0.0.0.0 becomes an IPv4 address of this machine, the loopback one where there is one. */
function toAuthority({ address, port }: AddressInfo): string {
  if (isIPv6(address)) return `[${address}]:${port}`;
  if (address !== '0.0.0.0') return `${address}:${port}`;
  const own = Object.values(networkInterfaces())
    .flatMap((list = []) => list)
    .filter(({ family }) => family === 'IPv4');

  return `${own.find(({ internal }) => internal)?.address ?? own[0]?.address ?? address}:${port}`;
}
