/** Answers GET and HEAD of the reference: the index in JSON or the page, the contract, the files of the page. */
import type { IncomingHttpHeaders } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import { type ContractDocument, contractAt, contractTextAt } from '../../contract/document.ts';
import { OPERATIONS, pathOf } from '../../contract/operations.ts';
import { version } from '../../contract/version.ts';
import { wantsPage } from '../../control/pages.ts';
import { quote } from '../../text/shell.ts';
import { READABLE_BY_PAGES } from '../http/cors.ts';
import { problemResponse } from '../http/problem.ts';
import { refuse } from '../refusal.ts';
import type { MockResponse } from '../response.ts';
import { type MockFacts, PAGE_HEADERS, readPageFile, renderPage } from './page.ts';
import { CONTRACT_JSON, CONTRACT_YAML, INDEX, PAGE, PAGE_FILES, PAGE_FOLDER } from './reference-paths.ts';

/** A GET or HEAD of one of the paths of the reference. */
interface ReferenceVisit {
  /** Without the query and the base. */
  readonly path: string;
  /** The part before the path that belongs to the mock, such as `/w/NAME`; empty by default. */
  readonly base: string;
  readonly headers: IncomingHttpHeaders;
  readonly isTls: boolean;
  readonly socket: Pick<Socket, 'localAddress' | 'localPort'>;
}

export type Reference = (visit: ReferenceVisit, requestId: string) => Promise<MockResponse>;

const FRESH = { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' } as const;

export function createReference(facts: () => MockFacts): Reference {
  return async (visit, requestId) => {
    const { path, base, headers } = visit;
    const address = `${addressOf(visit)}${base}`;
    const send = (type: string, body: string, own: Readonly<Record<string, string>> = {}): MockResponse => ({
      status: 200,
      headers: { 'content-type': type, ...FRESH, ...own, 'request-id': requestId },
      body,
    });
    const sendPage = (own: Readonly<Record<string, string>>) => {
      const page = renderPage(path, address, contractAt(address).info.title, facts());

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
    const detail = `${path}: expected a file of the package swagger-ui-dist, got none`;
    const refusal = refuse('not-found', [], { detail, fix: 'Install the dependencies with npm ci.' });

    return problemResponse(refusal, requestId);
  };
}

/** No other characters, since the address is written into HTML, YAML and shell commands. */
const HOST = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** The address of the mock as its client knows it, such as `http://127.0.0.1:4010`. A Host that is no host name is ignored. */
export function addressOf({
  headers: { host },
  isTls,
  socket,
}: Pick<ReferenceVisit, 'headers' | 'isTls' | 'socket'>): string {
  const scheme = isTls ? 'https' : 'http';
  const named = `${scheme}://${host}`;
  if (host !== undefined && HOST.test(host) && URL.canParse(named)) return new URL(named).origin;
  const { localAddress: address, localPort: port } = socket;
  if (address === undefined || port === undefined) return `${scheme}://localhost`;

  return `${scheme}://${isIPv6(address) ? `[${address}]` : address}:${port}`;
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** The index for clients other than browsers. @param address the address of the mock as the client knows it */
export function listFor(address: string, contract: ContractDocument, facts: MockFacts) {
  const { info, paths } = contract;
  const { tokens, processors, control, isStatic } = facts;
  const [example] = Object.values(examplesIn(contractForPage(contract, processors)));
  const call = [
    `curl -sS '${address}/v1/ch' -H 'Content-Type: application/json' -H 'X-Requested-With: xhr'`,
    `-H "Authorization: Bearer $TOLLGATE_TOKEN" -d ${quote(JSON.stringify(example?.value))}`,
  ];

  return {
    name: 'tollgate',
    version: version(),
    description: isStatic
      ? `A static mock of the ${info.title}: examples of the contract, no fees, no state`
      : `A mock of the ${info.title}`,
    contract: { title: info.title, version: info.version },
    tokens: tokens.kind === 'open' ? 'any well-formed JWT; `tollgate token` prints one' : tokens.expected,
    operations: OPERATIONS.map(({ operation, method, path }) => ({
      operationId: operation,
      summary: paths[path]?.post.summary ?? '',
      method,
      path,
      url: `${address}${path}`,
    })),
    links: {
      yaml: `${address}${CONTRACT_YAML}`,
      json: `${address}${CONTRACT_JSON}`,
      page: `${address}/`,
      ...(control === undefined ? {} : { control: `${address}${control}` }),
    },
    try: [call.join(' ')],
  };
}

interface Example {
  readonly summary?: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** The contract with examples that the default merchant can send: one with several processors requires one (section 2.1). */
export function contractForPage<C extends object>(contract: C, processors: MockFacts['processors']): C {
  const copy = structuredClone(contract);
  const examples = examplesIn(copy);
  const [first, another] = processors;
  for (const [name, { summary, value }] of Object.entries(examples)) {
    const { processor } = value;
    const isKnown = processors.some((one) => processor === one.mid || processor === one.name);
    if (isKnown || (processor === undefined && another === undefined)) continue;
    // The summary names the processor of the contract's example.
    const kept = processor === undefined && summary !== undefined ? { summary } : {};
    examples[name] = { ...kept, value: { ...value, processor: first?.name } };
  }

  return copy;
}

/** The bodies of fee calls in the contract. */
function examplesIn(contract: object): Record<string, Example> {
  interface Documented {
    readonly post: {
      readonly requestBody: {
        readonly content: { readonly 'application/json': { readonly examples: Record<string, Example> } };
      };
    };
  }
  const { paths } = contract as { readonly paths: Readonly<Record<string, Documented>> };

  return paths[pathOf('calculateFee')]?.post.requestBody.content['application/json'].examples ?? {};
}
