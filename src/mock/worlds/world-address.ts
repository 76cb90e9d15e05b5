/** The addresses of worlds: the part `/w/NAME` before the path. */

export interface WorldAddress {
  /** As the address has it, which may be no valid name; undefined for the mock itself. */
  readonly name: string | undefined;
  /** Path and query without the part of a world that has a valid name. */
  readonly url: string;
  /** Whether it ends with the name. */
  readonly isBare: boolean;
}

const PREFIX = '/w/';

export const NAME_EXPECTED = '1 to 64 letters, digits, dots, hyphens and underscores, and not only dots';

/** @param url path and query, as the request line has them */
export function readWorldAddress(url: string): WorldAddress {
  if (!url.startsWith(PREFIX)) return { name: undefined, url, isBare: false };
  const name = url.slice(PREFIX.length).split(/[/?]/, 1)[0] ?? '';
  if (!isWorldName(name)) return { name, url, isBare: false };
  const rest = url.slice(PREFIX.length + name.length);
  const isBare = !rest.startsWith('/');

  return { name, url: isBare ? `/${rest}` : rest, isBare };
}

/** Clients resolve `.` and `..` as folders. */
export function isWorldName(name: string): boolean {
  return /^(?!\.+$)[A-Za-z0-9._-]{1,64}$/.test(name);
}

export function pathOfWorld(name: string): string {
  return `${PREFIX}${name}`;
}
