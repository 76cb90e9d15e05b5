/** The index in JSON, for clients other than browsers: operations, links and a first command. */
import type { ContractDocument } from '../../contract/document.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { version } from '../../contract/version.ts';
import { quote } from '../../text/shell.ts';
import { type About, CONTRACT_JSON, CONTRACT_YAML } from './about.ts';
import { contractForPage, firstExample } from './page-contract.ts';

export interface Listing {
  readonly name: 'tollgate';
  readonly version: string;
  readonly description: string;
  readonly contract: { readonly title: string; readonly version: string };
  /** The tokens that the mock accepts. */
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

/** @param address the address of the mock as the client knows it */
export function listFor(address: string, contract: ContractDocument, about: About): Listing {
  const { info, paths } = contract;

  return {
    name: 'tollgate',
    version: version(),
    description: about.isStatic
      ? `A static mock of the ${info.title}: examples of the contract, no fees, no state`
      : `A mock of the ${info.title}`,
    contract: { title: info.title, version: info.version },
    tokens:
      about.tokens.kind === 'open'
        ? 'any well-formed JWT; `tollgate token` prints one'
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
  return [
    `curl -sS '${address}/v1/ch' -H 'Content-Type: application/json' -H 'X-Requested-With: xhr'`,
    `-H "Authorization: Bearer $TOLLGATE_TOKEN" -d ${quote(JSON.stringify(body))}`,
  ].join(' ');
}
