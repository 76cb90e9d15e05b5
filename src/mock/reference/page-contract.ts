/** The contract as the page shows it: its examples are such that the default merchant can send them as they are. */
import { pathOf } from '../../contract/operations.ts';

/** How a merchant's processor may be called. */
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

/** The body of the first example of a fee call, for a command to paste. */
export function firstExample(contract: object): unknown {
  return Object.values(mediaOf(contract).examples)[0]?.value;
}

/** The body of a fee call, in a contract that is ours and so has it. */
function mediaOf(contract: object): { readonly examples: Record<string, Example> } {
  const { paths } = contract as {
    paths: Record<
      string,
      { post: { requestBody: { content: Record<string, { examples: Record<string, Example> }> } } }
    >;
  };
  const media = paths[pathOf('calculateFee')]?.post.requestBody.content['application/json'];
  if (media === undefined) throw new Error('openapi.yaml describes no body of a fee call');

  return media;
}

/** A merchant with several processors has to be told which (document 2.1), and by a name that it has. */
function fitTo(example: Example, processors: readonly ProcessorNames[]): Example {
  const { processor } = example.value;
  const isKnown = processors.some(({ mid, name }) => processor === mid || processor === name);
  const [first, another] = processors;
  if (first === undefined || isKnown || (processor === undefined && another === undefined)) return example;
  const value = { ...example.value, processor: first.name };

  // The summary tells of the processor that was named before.
  return processor === undefined ? { ...example, value } : { value };
}
