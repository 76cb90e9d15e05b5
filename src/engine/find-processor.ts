/** Finds the processor of a request (document 2.1). */
import type { Merchant, Processor } from './merchants/merchant.ts';
import { found, type Lookup, refused } from './refused.ts';

/** Finds a processor by MID or name; the default is the only processor of the merchant. */
export function processorFinder({ processors }: Merchant): (midOrName?: string) => Lookup<Processor> {
  const byMidOrName = new Map(
    processors.flatMap((processor) => {
      const finding = found(processor);
      return [[processor.mid, finding] as const, [processor.name, finding] as const];
    }),
  );
  const [only, another] = processors;
  const expected = `the MID or name of a processor: ${processors.map(midAndName).join(', ')}`;
  const byDefault =
    only !== undefined && another === undefined
      ? found(only)
      : refused({ code: 'processor-required', field: 'processor', expected, got: 'nothing' });

  return (midOrName) => {
    if (midOrName === undefined) return byDefault;
    return byMidOrName.get(midOrName) ?? unknown(midOrName, expected);
  };
}

function unknown(midOrName: string, expected: string): Lookup<Processor> {
  return refused({
    code: 'unknown-processor',
    field: 'processor',
    expected,
    got: JSON.stringify(midOrName),
  });
}

function midAndName({ mid, name }: Processor): string {
  return `${mid} or ${name}`;
}
