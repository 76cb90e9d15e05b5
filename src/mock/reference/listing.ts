/** The index for clients that are no browsers: what is where, and what to try. */
import type { ContractDocument } from '../../contract/document.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { version } from '../../contract/version.ts';
import type { About } from './about.ts';
import { contractForPage, firstExample } from './page-contract.ts';
import { CONTRACT_JSON, CONTRACT_YAML } from './routes.ts';

export interface Listing {
  readonly name: 'tollgate';
  readonly version: string;
  readonly description: string;
  readonly contract: { readonly title: string; readonly version: string };
  /** Which are taken. */
  readonly tokens: string;
  readonly operations: readonly {
    readonly operationId: string;
    readonly summary: string;
    readonly method: string;
    readonly path: string;
    readonly url: string;
  }[];
  readonly links: {
    readonly yaml: string;
    readonly json: string;
    readonly page: string;
    readonly control?: string;
  };
  /** Commands for a shell. */
  readonly try: readonly string[];
}

/** @param address by which the client reached the mock */
export function listFor(address: string, contract: ContractDocument, about: About): Listing {
  const { info, paths } = contract;

  return {
    name: 'tollgate',
    version: version(),
    description: `A mock of the ${info.title}${about.isStatic ? ', by its contract alone: no fees, no state' : ''}`,
    contract: { title: info.title, version: info.version },
    tokens:
      about.tokens.kind === 'open'
        ? 'any well-formed JWT; `tollgate token` makes one'
        : about.tokens.expected,
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
      ...(about.control === undefined ? {} : { control: `${address}${about.control}` }),
    },
    try: [firstCall(address, firstExample(contractForPage(contract, about.processors)))],
  };
}

function firstCall(address: string, body: unknown): string {
  const text = JSON.stringify(body).replaceAll("'", "'\\''");

  return [
    `curl -sS '${address}/v1/ch' -H 'Content-Type: application/json' -H 'X-Requested-With: xhr'`,
    `-H "Authorization: Bearer $TOLLGATE_TOKEN" -d '${text}'`,
  ].join(' ');
}
