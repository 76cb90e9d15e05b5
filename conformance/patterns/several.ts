/** Some rules need a merchant with several processors, which only the deployment file can name. */
import type { Vocabulary } from '../vocabulary.ts';

/** What is lacking, or undefined where nothing is. */
export function processorsOfSeveral({ processors }: Vocabulary): string | undefined {
  return processors.length > 1
    ? undefined
    : 'no deployment file names a merchant with several processors (merchants.several)';
}

/** Likewise for rules that take any named processor. */
export function namedProcessors({ processors }: Vocabulary): string | undefined {
  return processors.length > 0
    ? undefined
    : 'no deployment file names a processor (merchants.one.processors)';
}
