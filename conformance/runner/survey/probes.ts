/** The probes of a survey: which cards, regions, amounts and optional fields a deployment accepts. */
import type { FeeRequest } from '../../../src/contract/types.ts';
import type { Deployment, RegionForm } from '../../deployment/deployment.ts';
import { NICN_LENGTHS } from '../../deployment/deployment.ts';
import type { RequestVariant } from '../../rule/request-variant.ts';

export interface ProbeResults {
  readonly withoutToken: ProbeOutcome;
  readonly nicnLengths: readonly Probed<number>[];
  readonly cards: readonly Probed<string>[];
  readonly regions: Readonly<Record<RegionForm, readonly Probed<string>[]>>;
  /** US dollars. */
  readonly amounts: readonly Probed<number>[];
  readonly multiPay: ProbeOutcome;
}

export type ProbeOutcome =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly status: number }
  /** Not sent, no response, or a response that is neither success nor refusal. */
  | { readonly kind: 'unclear' };

export interface Probed<T> {
  readonly value: T;
  readonly seen: ProbeOutcome;
}

/** Test numbers that card schemes and gateways publish. */
export const CARDS = [
  '4242424242424242',
  '4111111111111111',
  '5555555555554444',
  '378282246310005',
  '6011111111111117',
] as const;

const REGIONS: Deployment['regions'] = {
  zip: ['85004', '02134'],
  state: ['AZ', 'NY'],
  iso: ['US-AZ', 'US-NY'],
};

/** US dollars; the second is sent only where the first is refused. */
const SMALL_AMOUNTS = [0.01, 1] as const;
const LARGE_AMOUNTS = [5000, 1000] as const;

/** US dollars. */
const MULTI_PAY = { amount: 60, totalAmount: 100 } as const;

/** These have no field in common, so that one unknown card or region cannot refuse them all. */
export const FIRST_CALLS: readonly FeeRequest[] = [
  { amount: 100, nicn: '424242', region: '85004' },
  { amount: 10, nicn: '41111111', region: 'NY' },
  { amount: 50, nicn: '555555', region: 'US-AZ' },
];

/** Sent if all of FIRST_CALLS are refused. */
export const FURTHER_CALLS: readonly FeeRequest[] = [
  { amount: 100, nicn: '378282', region: 'AZ' },
  { amount: 1, nicn: '601111', region: '02134' },
  { amount: 1000, nicn: '411111', region: '85004' },
  { amount: 100, nicn: '42424242', region: 'US-NY' },
];

export type Probe = (body: FeeRequest, variant?: Partial<RequestVariant>) => Promise<ProbeOutcome>;

const ACCEPTED: ProbeOutcome = { kind: 'taken' };

/** Repeats the accepted call with one change at a time, one after another to cause no load. */
export async function runProbes(
  baseline: FeeRequest,
  token: string | undefined,
  probe: Probe,
): Promise<ProbeResults> {
  const { nicn, region } = baseline;
  const card = CARDS.find((number) => number.startsWith(nicn)) ?? nicn;
  const probeRegions = (form: RegionForm) =>
    probeEach(REGIONS[form], async (value) =>
      value === region ? ACCEPTED : probe({ ...baseline, region: value }),
    );
  const probeAmount = (amount: number) => probe({ ...baseline, amount });

  return {
    withoutToken: token === undefined ? ACCEPTED : await probe(baseline, { credential: 'none' }),
    regions: {
      zip: await probeRegions('zip'),
      state: await probeRegions('state'),
      iso: await probeRegions('iso'),
    },
    cards: await probeEach(CARDS, async (other) =>
      other === card ? ACCEPTED : probe({ ...baseline, nicn: other.slice(0, nicn.length) }),
    ),
    nicnLengths: await probeEach(NICN_LENGTHS, async (length) =>
      length === nicn.length ? ACCEPTED : probe({ ...baseline, nicn: card.slice(0, length) }),
    ),
    multiPay: await probe({ ...baseline, ...MULTI_PAY }),
    amounts: [
      { value: baseline.amount, seen: ACCEPTED },
      ...(await probeEach(SMALL_AMOUNTS, probeAmount, isNotRefused)),
      ...(await probeEach(LARGE_AMOUNTS, probeAmount, isNotRefused)),
    ],
  };
}

function isNotRefused({ kind }: ProbeOutcome): boolean {
  return kind !== 'refused';
}

async function probeEach<T>(
  values: readonly T[],
  probe: (value: T) => Promise<ProbeOutcome>,
  isLast: (outcome: ProbeOutcome) => boolean = () => false,
): Promise<readonly Probed<T>[]> {
  const probed: Probed<T>[] = [];
  for (const value of values) {
    const seen = await probe(value);
    probed.push({ value, seen });
    if (isLast(seen)) break;
  }

  return probed;
}
