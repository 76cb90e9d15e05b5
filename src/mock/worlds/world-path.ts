/** The part `/w/NAME` of an address, before the path: it names a world. */

export type WorldPath =
  | { readonly kind: 'home' }
  /** `rest` is the address without the world's part, with its slash. */
  | { readonly kind: 'world'; readonly name: string; readonly rest: string }
  | { readonly kind: 'misnamed'; readonly name: string };

const PREFIX = '/w/';
const PATH = /^\/w\/([A-Za-z0-9._-]{1,64})(?=[/?]|$)\/?(.*)$/s;

export const NAME_EXPECTED = '1 to 64 letters, digits, dots, hyphens and underscores, and not only dots';

/** @param url path and query, as the request line has them */
export function readWorldPath(url: string): WorldPath {
  if (!url.startsWith(PREFIX)) return { kind: 'home' };
  const [, name = '', rest = ''] = PATH.exec(url) ?? [];
  if (isWorldName(name)) return { kind: 'world', name, rest: `/${rest}` };

  return { kind: 'misnamed', name: url.slice(PREFIX.length).split(/[/?]/, 1)[0] ?? '' };
}

/** Clients resolve `.` and `..` as folders. */
export function isWorldName(name: string): boolean {
  return /^(?!\.+$)[A-Za-z0-9._-]{1,64}$/.test(name);
}

export function pathOfWorld(name: string): string {
  return `${PREFIX}${name}`;
}
