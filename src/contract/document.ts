/** Reads the contract; the only file that reads openapi.yaml. */
import { createRequire } from 'node:module';
import type { JsonSchema, Schemas } from '../reading/json-schema.ts';
import contract from './openapi.gen.json' with { type: 'json' };
import { readPackageFile } from './package-files.ts';
import type { OperationId } from './types.ts';

/** Loaded when first needed: a mock starts without it. */
const yaml = () => createRequire(import.meta.url)('yaml') as typeof import('yaml');

interface DocumentedOperation {
  readonly operationId: OperationId;
  readonly summary: string;
  readonly 'x-section': string;
  readonly requestBody: {
    readonly content: { readonly 'application/json': { readonly schema: JsonSchema } };
  };
  readonly responses: {
    readonly '2XX': {
      readonly content: { readonly 'application/json': { readonly schema: JsonSchema } };
    };
  };
}

export interface ContractDocument {
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, { readonly post: DocumentedOperation }>>;
  readonly components: { readonly schemas: Schemas };
}

/** The text of openapi.yaml. */
export function contractText(): string {
  const text = readPackageFile('openapi.yaml');
  if (text === undefined) throw new Error('openapi.yaml is missing from this installation');

  return text;
}

/** The contract as data, from a JSON copy: parsing the YAML would take a tenth of the mock's startup time. */
export function readContract(): ContractDocument {
  return structuredClone(contract) as unknown as ContractDocument;
}

/** Description of the mock in `servers`. */
const SERVER = 'This mock';

/** The text of the contract with another URL in `servers`; the rest is unchanged, including comments. */
export function contractTextAt(address: string): string {
  const text = contractText();
  const { isNode, parseDocument } = yaml();
  const servers = parseDocument(text).get('servers', true);
  if (!isNode(servers) || !servers.range) throw new Error('openapi.yaml has no servers');
  const [start, , end] = servers.range;

  return `${text.slice(0, start)}- url: ${JSON.stringify(address)}\n    description: ${SERVER}\n${text.slice(end)}`;
}

/** The contract with another URL in `servers`, as data from the JSON copy: parsing the YAML takes 45 ms. */
export function contractAt(address: string): ContractDocument {
  return { ...readContract(), servers: [{ url: address, description: SERVER }] };
}

/**
 * Returns a function that finds the line of a JSON pointer, from 1; a field is on the line of its name. Undefined if the
 * pointer matches nothing.
 */
export function createLineFinder(): (pointer: string) => number | undefined {
  const { isMap, isNode, LineCounter, parseDocument } = yaml();
  const lines = new LineCounter();
  const document = parseDocument(contractText(), { lineCounter: lines });

  return (pointer) => {
    const names = pointer.split('/').slice(1);
    const path = names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
    const holder = document.getIn(path.slice(0, -1), true);
    const node = isMap(holder)
      ? holder.items.find(({ key }) => String(key) === path.at(-1))?.key
      : document.getIn(path, true);

    return isNode(node) && node.range ? lines.linePos(node.range[0]).line : undefined;
  };
}
