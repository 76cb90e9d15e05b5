/** Parses the address of a Redis server; `shown` omits the password. */
import { LedgerError } from './ledger-error.ts';

export interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly database: number;
  /** For messages, such as `redis://127.0.0.1:6379/0`, without user and password. */
  readonly shown: string;
}

/** @throws LedgerError `ledger-unreachable`, without the text itself, which may contain a password */
export function readRedisAddress(text: string): RedisAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const database = Number(url?.pathname.slice(1) ?? '');
  const isRedis = url !== undefined && /^rediss?:$/.test(url.protocol) && url.hostname !== '';
  if (!isRedis || !Number.isInteger(database) || !isDecodable(url)) {
    throw new LedgerError(
      'ledger-unreachable',
      // The part before the first colon cannot contain the password.
      /^rediss?(?=:)/.exec(text)?.[0] ?? 'the ledger in Redis',
      'expected an address such as redis://USER:PASSWORD@HOST:6379/0, got something else; in user and password write @ as %40, / as %2F, # as %23 and % as %25',
    );
  }
  const port = Number(url.port || '6379');

  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    tls: url.protocol === 'rediss:',
    username: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password) || undefined,
    database,
    shown: `${url.protocol}//${url.hostname}:${port}${database === 0 ? '' : `/${database}`}`,
  };
}

function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}
