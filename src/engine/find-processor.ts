/** Which processor a request means (document 2.1). */
import type { Merchant, Processor } from './merchants/merchant.ts';
import { type Finding, found, refused } from './refused.ts';

/** Finds a processor by MID or name. Nothing given means the only one, where there is only one. */
export function processorFinder({ processors }: Merchant): (given?: string) => Finding<Processor> {
  const byMidOrName = new Map(
    processors.flatMap((processor) => {
      const finding = found(processor);
      return [[processor.mid, finding] as const, [processor.name, finding] as const];
    }),
  );
  const [only, another] = processors;
  const expected = `the MID or name of a processor: ${processors.map(midAndName).join(', ')}`;
  const nothingGiven =
    only !== undefined && another === undefined
      ? found(only)
      : refused({ code: 'processor-required', field: 'processor', expected, got: 'nothing' });

  return (given) => {
    if (given === undefined) return nothingGiven;
    return byMidOrName.get(given) ?? unknown(given, expected);
  };
}

function unknown(given: string, expected: string): Finding<Processor> {
  return refused({
    code: 'unknown-processor',
    field: 'processor',
    expected,
    got: JSON.stringify(given),
  });
}

function midAndName({ mid, name }: Processor): string {
  return `${mid} or ${name}`;
}
