/**
 * The index in JSON, for clients other than browsers: operations, links and a first command. And the contract for the page,
 * with examples that the default merchant can send unchanged.
 */
import type { ContractDocument } from '../../contract/document.ts';
import { OPERATIONS, pathOf } from '../../contract/operations.ts';
import { version } from '../../contract/version.ts';
import { quote } from '../../text/shell.ts';
import { CONTRACT_JSON, CONTRACT_YAML } from './reference-paths.ts';

/** The facts about a mock that the index and the page show. */
export interface MockFacts {
  /** The default merchant. */
  readonly merchant: string;
  readonly processors: readonly ProcessorNames[];
  readonly tokens: Tokens;
  /** Whether all responses are samples of the contract. */
  readonly isStatic: boolean;
  /** The path of the control routes; absent for a mock without them. */
  readonly control?: string;
}

/** The page shows a token only where the mock accepts any: a valid token would be readable by all who reach the port. */
type Tokens =
  | { readonly kind: 'open'; readonly token: string }
  | { readonly kind: 'verified'; readonly expected: string };

/** @param address the address of the mock as the client knows it */
export function listFor(address: string, contract: ContractDocument, facts: MockFacts) {
  const { info, paths } = contract;

  return {
    name: 'tollgate',
    version: version(),
    description: facts.isStatic
      ? `A static mock of the ${info.title}: examples of the contract, no fees, no state`
      : `A mock of the ${info.title}`,
    contract: { title: info.title, version: info.version },
    tokens:
      facts.tokens.kind === 'open'
        ? 'any well-formed JWT; `tollgate token` prints one'
        : facts.tokens.expected,
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
      ...(facts.control === undefined ? {} : { control: `${address}${facts.control}` }),
    },
    try: [firstCall(address, firstExample(contractForPage(contract, facts.processors)))],
  };
}

function firstCall(address: string, body: unknown): string {
  return [
    `curl -sS '${address}/v1/ch' -H 'Content-Type: application/json' -H 'X-Requested-With: xhr'`,
    `-H "Authorization: Bearer $TOLLGATE_TOKEN" -d ${quote(JSON.stringify(body))}`,
  ].join(' ');
}

/** The names of a merchant's processor: requests may use either. */
export interface ProcessorNames {
  readonly mid: string;
  readonly name: string;
}

interface Example {
  readonly summary?: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** @param processors those of the default merchant, at least one */
export function contractForPage<C extends object>(contract: C, processors: readonly ProcessorNames[]): C {
  const copy = structuredClone(contract);
  const { examples } = mediaOf(copy);
  for (const [name, example] of Object.entries(examples)) examples[name] = fitTo(example, processors);

  return copy;
}

/** The body of the first example of a fee call. */
export function firstExample(contract: object): unknown {
  return Object.values(mediaOf(contract).examples)[0]?.value;
}

/** The body of a fee call in the contract. */
function mediaOf(contract: object): { readonly examples: Record<string, Example> } {
  const { paths } = contract as {
    paths: Record<
      string,
      { post: { requestBody: { content: Record<string, { examples: Record<string, Example> }> } } }
    >;
  };
  const media = paths[pathOf('calculateFee')]?.post.requestBody.content['application/json'];
  if (media === undefined) throw new Error('openapi.yaml: expected a JSON body for fee calls, got none');

  return media;
}

/** Names a processor of the merchant, which a merchant with several requires (section 2.1). */
function fitTo(example: Example, processors: readonly ProcessorNames[]): Example {
  const { processor } = example.value;
  const isKnown = processors.some(({ mid, name }) => processor === mid || processor === name);
  const [first, another] = processors;
  if (first === undefined || isKnown || (processor === undefined && another === undefined)) return example;
  const value = { ...example.value, processor: first.name };

  // The summary names the processor of the contract's example.
  return processor === undefined ? { ...example, value } : { value };
}
