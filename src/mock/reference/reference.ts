/** Answers GET and HEAD of the reference: the index or the page, the contract, the files of the page. */
import type { IncomingHttpHeaders } from 'node:http';
import { contractAt, contractTextAt } from '../../contract/document.ts';
import { wantsPage } from '../../control/pages.ts';
import { READABLE_BY_PAGES } from '../http/cors.ts';
import { problemResponse } from '../http/problem.ts';
import { refuse } from '../refusal.ts';
import type { MockResponse } from '../response.ts';
import { contractForPage, listFor, type MockFacts } from './listing.ts';
import { PAGE_HEADERS, readPageFile, renderPage } from './page.ts';
import {
  addressOf,
  CONTRACT_JSON,
  CONTRACT_YAML,
  INDEX,
  type LocalEnd,
  PAGE,
  PAGE_FILES,
  PAGE_FOLDER,
} from './reference-paths.ts';

/** A GET or HEAD of one of the paths of the reference. */
interface ReferenceVisit {
  /** Without the query and the base. */
  readonly path: string;
  /** The part before the path that belongs to the mock, such as `/w/NAME`; empty by default. */
  readonly base: string;
  readonly headers: IncomingHttpHeaders;
  readonly local: LocalEnd;
}

export type Reference = (visit: ReferenceVisit, requestId: string) => Promise<MockResponse>;

const FRESH = { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' } as const;

export function createReference(facts: () => MockFacts): Reference {
  return async ({ path, base, headers, local }, requestId) => {
    const address = `${addressOf(headers.host, local)}${base}`;
    const send = (type: string, body: string, own: Readonly<Record<string, string>> = {}): MockResponse => ({
      status: 200,
      headers: { 'content-type': type, ...FRESH, ...own, 'request-id': requestId },
      body,
    });

    const sendPage = (own: Readonly<Record<string, string>>) => {
      const page = renderPage(path, address, contractAt(address), facts());

      return send('text/html; charset=utf-8', page, { ...own, ...PAGE_HEADERS });
    };

    switch (path) {
      case INDEX: {
        const own = { vary: 'Accept' };
        if (wantsPage(headers.accept)) return sendPage(own);
        const listing = toJson(listFor(address, contractAt(address), facts()));
        return send('application/json', listing, { ...own, ...READABLE_BY_PAGES });
      }
      case PAGE:
        return sendPage({});
      case CONTRACT_YAML:
        return send('application/yaml', contractTextAt(address), READABLE_BY_PAGES);
      case CONTRACT_JSON:
        return send('application/json', toJson(contractAt(address)), READABLE_BY_PAGES);
    }
    const file = PAGE_FILES.find((name) => path === `${PAGE_FOLDER}/${name}`);
    if (file === 'contract.json') {
      const contract = contractForPage(contractAt(address), facts().processors);
      return send('application/json', JSON.stringify(contract));
    }
    const served = file === undefined ? undefined : readPageFile(file);
    if (served !== undefined) return send(served.type, served.text);

    return problemResponse(refuse('not-found', [], notInstalled(path)), requestId);
  };
}

function notInstalled(path: string) {
  return {
    detail: `${path}: expected a file of the package swagger-ui-dist, got none`,
    fix: 'Install the dependencies with npm ci.',
  };
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
