/** The rules on `processor`: when it is required, and what names one. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { NAMED_BY } from '../../../src/exchange/trace.ts';
import type { KnownProcessor } from '../../deployment/deployment.ts';
import type { RuleContext } from '../../rule/context.ts';
import type { History } from '../../rule/history.ts';
import { accepts } from '../../rule/patterns/accepts.ts';
import { opened, plainRequest, plainRequests } from '../../rule/patterns/open.ts';
import { refuses } from '../../rule/patterns/refuses.ts';
import { rule } from '../../rule/rule.ts';
import { fee, type Script, sameFee } from '../../rule/script.ts';
import type { ServiceCall } from '../../rule/service-call.ts';

export const optionalWithOne = rule({
  id: 'processor/optional-with-one',
  section: '2.1',
  title: 'with one processor, a call without processor gets the same fee as one that names it',
  tries: 'The call without processor, with its MID or name, and with the MID of another merchant.',
  fix: 'Use the one processor of the merchant for calls without processor, at the same prices.',
  dependsOn: ['processor/accepts-mid-or-name', 'processor/mid-and-name-agree'],
  missing: ({ data: { processors } }) =>
    processors.length === 1
      ? undefined
      : "needs merchants.one.processors of a deployment file: the merchant's only processor",
  scripts: (context) =>
    plainRequests(context).map((request, n) =>
      withAndWithout(request, n % 2 === 0 ? 'name' : 'mid', context, n === 1),
    ),
  randomScripts: (context) =>
    fc
      .record({ request: plainRequest(context), by: fc.constantFrom('mid' as const, 'name' as const) })
      .map(({ request, by }) => withAndWithout(request, by, context)),
});

/** @param hasOther whether a call for the processor of another merchant follows */
function withAndWithout(
  request: FeeRequest,
  by: 'mid' | 'name',
  { data: { processors }, deployment, traits: { feesRepeat } }: RuleContext,
  hasOther = false,
): Script {
  const feeOf = { call: 2, what: 'without processor the fee that naming it gets,' };
  const accepted = 'a fee for a call with the one processor named';
  const needs = 'fee-request/accepts-all-fields-at-once';
  const other = deployment.several?.processors.find(({ mid }) => mid !== processors[0]?.mid);
  const what = "for another merchant's processor a refusal, or the fee of the own one,";
  const ofOwn = { feeOf: { call: 1, what, ifAccepted: true }, edited: ['processor'] } as const;

  return {
    calls: [
      fee({ ...request }, { needs, ...(feesRepeat() && { expects: { feeOf } }) }),
      fee({ ...request, processor: processors[0]?.[by] }, { expects: { accepted, edited: ['processor'] } }),
      ...(other !== undefined && hasOther && feesRepeat()
        ? [fee({ ...request, processor: other.mid }, { expects: ofOwn })]
        : []),
    ],
  };
}

const WITHOUT = { processor: undefined };

export const requiredWithSeveral = refuses({
  id: 'processor/required-with-several',
  section: '2.1',
  title: 'with several processors, a first call without processor is refused',
  tries: 'Calls without processor, alone and with every optional field, also after calls that named one.',
  fix: 'Refuse a call that names none. Do not use the first processor or the one used last.',
  inTraffic: { from: 1 },
  merchant: 'several',
  lookAlikes: ['partial-update=keep'],
  missing: needsSeveralProcessors,
  ofFirstCalls: true,
  wrong: (fields, call, history) =>
    !('processor' in fields) && hasSeveral(call, history) ? 'without processor' : undefined,
  edits: ({ baseline, data: { optional, regions } }) => [
    WITHOUT,
    { ...optional, region: Object.values(regions).flat().at(-1) ?? baseline.region, ...WITHOUT },
  ],
  edit: ({ data: { feeRequest } }) => feeRequest.map((request) => ({ ...request, ...WITHOUT })),
  // A deployment may remember the processors that earlier calls named, or a connection the merchant of its first call.
  placed: ({ baseline, data: { processors } }) => [
    {
      connections: 'one',
      calls: [
        opened(baseline),
        ...[...processors.map(({ name }) => name), undefined].map((processor) =>
          fee({ ...baseline, processor }, { merchant: 'several' }),
        ),
      ],
    },
  ],
});

export const acceptsMidOrName = accepts({
  id: 'processor/accepts-mid-or-name',
  section: '2.1',
  title: 'each processor is accepted by its MID and by its name',
  tries: 'Each processor of the deployment file, by its MID and by its name, in first calls and updates.',
  fix: "Look up processor among both the MIDs and the names of the merchant's processors.",
  merchant: 'several',
  quickScripts: 2,
  what: 'a processor by MID or by name',
  missing: needsProcessor,
  requests: ({ baseline, data: { processors }, deployment: { one, several } }) => {
    const named = (known: readonly KnownProcessor[]) =>
      known.flatMap(({ mid, name }) => [mid, name].map((processor) => ({ ...baseline, processor })));
    // Other rules send the MID of the first.
    const ofSeveral = [several?.processors.at(0)?.name, several?.processors.at(-1)?.mid].flatMap(
      (processor) => (processor === undefined ? [] : { ...baseline, processor }),
    );
    const walk = NAMED_BY;

    return [
      ...named(processors),
      ...ofSeveral.map((request) => ({ request, walk, merchant: 'several' as const })),
      ...named(one.processors.slice(0, 1)).map((request) => ({ request, walk, merchant: 'one' as const })),
    ];
  },
});

export const midAndNameAgree = rule({
  id: 'processor/mid-and-name-agree',
  section: '2.1',
  title: 'a processor gets the same fee by its MID and by its name',
  tries: 'Each processor of the deployment file. Not tried where fees vary from call to call.',
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
        .map((processor) => byBoth(processor, request)),
    );
  },
  randomScripts: (context) =>
    fc
      .tuple(fc.constantFrom(...context.data.processors), plainRequest(context))
      .map(([processor, request]) => byBoth(processor, request)),
});

function byBoth({ mid, name }: KnownProcessor, request: FeeRequest): Script {
  const call = { merchant: 'several', needs: 'processor/accepts-mid-or-name' } as const;

  return sameFee(
    'by name the fee that the MID gets,',
    fee({ ...request, processor: mid }, call),
    fee({ ...request, processor: name }, call),
  );
}

/** Neither MIDs nor names, not even of a processor that the deployment file omits. */
const UNKNOWN_PROCESSORS = ['no-such-processor', '', '!!'];

/** Tried only with several processors: where there is one, the document can be read as using it whatever the call names. */
export const refusesUnknownProcessor = refuses({
  id: 'processor/refuses-unknown',
  section: '2.1',
  title: 'a processor that the merchant does not have is refused',
  tries: 'Other texts, and near misses: a zero in front, `.0`, another case, a MID or name cut short.',
  fix: 'Compare processor with MIDs and names as a whole string. Do not use another processor instead.',
  dependsOn: ['processor/accepts-mid-or-name', 'processor/required-with-several'],
  merchant: 'several',
  missing: needsSeveralProcessors,
  wrong({ processor }, call, history) {
    const isUnknown = typeof processor === 'string' && UNKNOWN_PROCESSORS.includes(processor);

    return isUnknown && hasSeveral(call, history)
      ? `with the processor ${JSON.stringify(processor)}`
      : undefined;
  },
  edits: () => UNKNOWN_PROCESSORS.map((processor) => ({ processor })),
  placed: (context) => [nearMisses(context)],
});

/** Texts that a comparison of numbers, prefixes or without regard to case takes for a MID or a name. */
function nearMisses({ baseline, data: { processors } }: RuleContext): Script {
  const known = processors.flatMap(({ mid, name }) => [mid, name]);
  const [mid = '', name = ''] = known;
  const cut = [mid.slice(0, -1), mid.toLowerCase(), mid.toUpperCase(), name.slice(0, -1)];
  const near = [`0${mid}`, `${mid}.0`, ...cut].filter((one) => one !== '' && !known.includes(one));
  const merchant = 'several';

  return {
    calls: [
      fee({ ...baseline, processor: mid }, { merchant, needs: 'processor/accepts-mid-or-name' }),
      ...near.map((processor) => {
        const refused = `a refusal of a fee call with the processor ${JSON.stringify(processor)}, which is like the MID ${mid} and the name ${name}`;

        return fee(
          { ...baseline, processor },
          { merchant, concurrent: true, expects: { refused, edited: ['processor'] } },
        );
      }),
    ],
  };
}

function hasSeveral(call: ServiceCall, history: History): boolean {
  return (history.processors(call) ?? 0) > 1;
}

function needsSeveralProcessors({ data: { processors } }: RuleContext): string | undefined {
  return processors.length > 1
    ? undefined
    : 'needs merchants.several of a deployment file: a merchant with several processors';
}

function needsProcessor({ data: { processors } }: RuleContext): string | undefined {
  return processors.length > 0
    ? undefined
    : 'needs merchants.one.processors of a deployment file: a processor';
}
