/** A processor has one price, whether named by MID or by name. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import type { KnownProcessor } from '../../deployment/deployment.ts';
import { needsProcessor, plainRequest, plainRequests } from '../../rule/patterns/values.ts';
import { rule } from '../../rule/rule.ts';
import { fee, type Script } from '../../rule/script.ts';

const NEEDS = 'processor/accepts-mid-or-name';

export const midAndNameAgree = rule({
  id: 'processor/mid-and-name-agree',
  section: '2.1',
  level: 'must',
  title: 'a processor gets the same fee by its MID and by its name',
  tries:
    'The same call by MID and by name, for each processor of the deployment file. Not tried where fees ' +
    'vary from call to call.',
  fix: 'Find the processor that the MID or the name stands for first, and price by that processor.',
  dependsOn: ['processor/accepts-mid-or-name'],
  merchant: 'several',
  missing: needsProcessor,
  scripts: (context) => {
    const { processors } = context.data;

    // Each processor with the baseline, and each other request with one of them.
    return plainRequests(context).flatMap((request, n) =>
      processors
        .filter((_, index) => n === 0 || index === n % processors.length)
        .map((processor) => toScript(processor, request)),
    );
  },
  randomScripts: (context) =>
    fc
      .tuple(fc.constantFrom(...context.data.processors), plainRequest(context))
      .map(([processor, request]) => toScript(processor, request)),
});

function toScript({ mid, name }: KnownProcessor, request: FeeRequest): Script {
  const feeOf = { call: 1, what: 'by name the fee that the MID gets,' };
  const call = { merchant: 'several', needs: NEEDS } as const;

  return {
    calls: [
      fee({ ...request, processor: mid }, call),
      fee({ ...request, processor: name }, { ...call, expects: { feeOf } }),
    ],
  };
}
