/** The paths of the control routes. */
export const BASE = '/_tollgate';

/** @param url path and query, without the world's part */
export function isControl(url: string): boolean {
  return url === BASE || url.startsWith(`${BASE}/`) || url.startsWith(`${BASE}?`);
}
