/** The contract for the page, with examples that the default merchant can send unchanged. */
import { pathOf } from '../../contract/operations.ts';

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
