/** What all paths of control routes begin with. */
export const BASE = '/_tollgate';

/** @param url path and query, without a world's part */
export function isControl(url: string): boolean {
  return url === BASE || url.startsWith(`${BASE}/`) || url.startsWith(`${BASE}?`);
}
