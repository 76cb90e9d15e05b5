/** A port for a server that starts later. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems assign ports above these by themselves, so such a port may be taken when it is needed. */
const FIRST = 11_000;
const LAST = 32_000;

/** A port of 127.0.0.1 at which nothing listens, and which a system assigns to no server that asks for any port. */
export async function findFreePort(): Promise<number> {
  const port = randomInt(FIRST, LAST);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return findFreePort();
  }
  server.close();
  await once(server, 'close');

  return port;
}
