/** What the mock tells of itself: the index or the page at /, the contract, and what the page loads. */
import type { IncomingHttpHeaders } from 'node:http';
import { contractAt, contractTextAt } from '../../contract/document.ts';
import { READABLE_BY_PAGES } from '../cors.ts';
import { refuseBecause } from '../refusal.ts';
import { type Rendered, render } from '../render.ts';
import type { About } from './about.ts';
import { addressOf, type LocalEnd } from './address.ts';
import { listFor } from './listing.ts';
import { PAGE_HEADERS, renderPage } from './page.ts';
import { contractForPage } from './page-contract.ts';
import { etagOf, type FixedFile, readPageFile, type Served } from './page-files.ts';
import { CONTRACT_JSON, CONTRACT_YAML, INDEX, PAGE_FILES, PAGE_FOLDER } from './routes.ts';
import { wantsPage } from './wants-page.ts';

/** A GET or HEAD of one of the paths of the reference. */
export interface Visit {
  /** Without a query. */
  readonly path: string;
  /** What stands before the path and is the mock's as well, such as `/w/NAME`; mostly nothing. */
  readonly base: string;
  readonly headers: IncomingHttpHeaders;
  readonly local: LocalEnd;
}

export interface Reference {
  readonly answer: (visit: Visit, requestId: string) => Promise<Rendered>;
}

/** Read at every request: a browser may look before it keeps anything for longer. */
const FRESH = { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' } as const;

export function createReference(about: () => About): Reference {
  const files = new Map<FixedFile, Promise<Served | undefined>>();
  const readOnce = (file: FixedFile) => {
    const reading = files.get(file) ?? readPageFile(file);
    files.set(file, reading);

    return reading;
  };

  return {
    async answer({ path, base, headers, local }, requestId) {
      const address = `${addressOf(headers.host, local)}${base}`;
      const send = (type: string, text: string, own: Record<string, string>, etag = etagOf(text)): Rendered =>
        answerWith({ type, text, etag }, own, headers, requestId);

      switch (path) {
        case INDEX: {
          const contract = contractAt(address);
          const own = { vary: 'Accept' };
          if (!wantsPage(headers.accept)) {
            const listing = JSON.stringify(listFor(address, contract, about()), undefined, 2);
            return send('application/json', `${listing}\n`, { ...own, ...READABLE_BY_PAGES });
          }
          const page = renderPage(address, contract, about());
          return send('text/html; charset=utf-8', page, { ...own, ...PAGE_HEADERS });
        }
        case CONTRACT_YAML:
          return send('application/yaml', contractTextAt(address), READABLE_BY_PAGES);
        case CONTRACT_JSON:
          return send(
            'application/json',
            `${JSON.stringify(contractAt(address), undefined, 2)}\n`,
            READABLE_BY_PAGES,
          );
      }
      const file = PAGE_FILES.find((name) => path === `${PAGE_FOLDER}/${name}`);
      if (file === 'contract.json') {
        return send(
          'application/json',
          JSON.stringify(contractForPage(contractAt(address), about().processors)),
          {},
        );
      }
      const served = file === undefined ? undefined : await readOnce(file);
      if (served !== undefined) return answerWith(served, {}, headers, requestId);

      return render(refuseBecause('not-found', `${path} is not installed here: npm ci brings it`), requestId);
    },
  };
}

/** The text, or no more than that the client has it already. */
function answerWith(
  { type, text, etag }: Served,
  own: Readonly<Record<string, string>>,
  { 'if-none-match': known }: IncomingHttpHeaders,
  requestId: string,
): Rendered {
  const headers = { ...FRESH, ...own, etag, 'request-id': requestId };
  if (known?.split(/\s*,\s*/).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)) {
    return { status: 304, headers, text: '' };
  }

  return { status: 200, headers: { 'content-type': type, ...headers }, text };
}
