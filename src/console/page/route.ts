/** The address of a view: `#/exchanges/ID`, `#/transactions/STXID`, `#/verdict`. Links and Back work with it. */

export interface Route {
  /** The id of a tab. */
  readonly tab: string;
  /** What the tab shows of its list, such as the id of an exchange. */
  readonly item: string | undefined;
}

export function parseRoute(hash: string): Route {
  const [tab = '', item] = hash
    .replace(/^#\/?/, '')
    .split(/\/(.*)/s)
    .map(decoded);

  return { tab: tab === '' ? 'exchanges' : tab, item: item === '' ? undefined : item };
}

export function hrefOf(tab: string, item?: string): string {
  return item === undefined ? `#/${tab}` : `#/${tab}/${encodeURIComponent(item)}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
