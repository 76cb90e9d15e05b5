/** Measures how rare a defect may be and still be found: the reference deployment gives one wrong answer in N of a kind. */
import { conform } from '../conformance/index.ts';
import { MUST_RULES, type RuleId } from '../src/contract/rule-ids.ts';
import { deploymentOf } from '../test/deployments/deployment-of.ts';
import {
  checkFee,
  checkSale,
  REFERENCE,
  type ReferenceBehavior,
  startReference,
} from '../test/deployments/reference.ts';
import type { Benchmark } from './benchmark.ts';
import type { Table } from './table.ts';

const EFFORTS = ['quick', 'standard', 'deep'] as const;
type Effort = (typeof EFFORTS)[number];

/** One wrong answer in this many. */
const RATES = [20, 100, 1000];

interface Rare {
  readonly what: string;
  /** The rules that should find it. */
  readonly rules: RegExp;
  readonly make: (isTurn: () => boolean) => Partial<ReferenceBehavior>;
}

type Found = 'found' | 'unsettled' | 'missed';

const RARE: readonly Rare[] = [
  malformed('a fee is missing', 'has-transaction-fee-number', { transactionFee: undefined }),
  malformed('a message has capitals', 'has-message-ok', { message: 'OK' }),
  malformed('an sTxId is null', 'has-stxid-string', { sTxId: null }),
  {
    what: 'an sTxId is given out again',
    rules: /^identity\/stxid-is-unique$/,
    make: (isTurn) => {
      let last = '';

      return {
        createStxid: (...call) => {
          if (!isTurn()) last = REFERENCE.createStxid(...call);

          return last;
        },
      };
    },
  },
  {
    what: 'an update answers with another sTxId',
    rules: /^identity\/(update-by|concurrent|state|outlives)/,
    make: (isTurn) => ({
      feeResponse: (body, request) =>
        ('sTxId' in request || 'mTxId' in request) && isTurn()
          ? { ...body, sTxId: `tx-${body['sTxId']}` }
          : body,
    }),
  },
  {
    what: 'a sale answers with another sTxId',
    rules: /^(sale\/|identity\/state)/,
    make: (isTurn) => ({ saleResponse: (body) => (isTurn() ? { sTxId: `tx-${body['sTxId']}` } : body) }),
  },
  {
    what: 'a sale is refused',
    rules: /^(sale\/|identity\/state)/,
    make: (isTurn) => ({
      checkSale: (...call) => checkSale(...call) ?? (isTurn() ? 'no' : undefined),
    }),
  },
  {
    what: 'a valid first call is refused',
    rules: /./,
    make: (isTurn) => ({ checkFee: (...call) => checkFee(...call) ?? (isTurn() ? 'no' : undefined) }),
  },
  {
    what: 'a nicn of more than 8 digits is taken',
    rules: /^nicn\/refuses-more/,
    make: (isTurn) => ({
      normalizeRequest: (request) => {
        const nicn = String(request['nicn']);

        return nicn.length > 8 && isTurn() ? { ...request, nicn: nicn.slice(0, 8) } : request;
      },
    }),
  },
];

export const reach: Benchmark = {
  name: 'reach',
  runs: 'when asked for',

  async run({ progress }) {
    const rows: (readonly string[])[] = [];
    for (const rare of RARE) {
      for (const rate of RATES) {
        progress(`reach: ${rare.what}, 1 in ${rate}`);
        const found: Found[] = [];
        for (const effort of EFFORTS) found.push(await look(rare, rate, effort));
        rows.push([rare.what, `1 in ${rate}`, ...found]);
      }
    }

    return reachTable(rows);
  },
};

async function look({ rules, make }: Rare, rate: number, effort: Effort): Promise<Found> {
  let times = 0;
  await using server = await startReference(make(() => ++times % rate === 0));
  const report = await conform({
    deployment: deploymentOf(server.url),
    seed: 1,
    effort,
    selects: (id: RuleId) => MUST_RULES.some((known) => known === id),
  });
  if (report.rules.some(({ id, outcome }) => outcome === 'fail' && rules.test(id))) return 'found';

  return report.exitCode === 0 ? 'missed' : 'unsettled';
}

function reachTable(rows: readonly (readonly string[])[]): Table {
  return {
    title: 'reach: defects that occur once in many answers of their kind, by effort',
    columns: ['what', 'how often', ...EFFORTS],
    rows,
    notes: [
      'found: a rule that checks it fails; unsettled: inconclusive, or another rule fails; missed: conformant.',
    ],
  };
}

function malformed(what: string, rule: string, differing: Readonly<Record<string, unknown>>): Rare {
  return {
    what,
    rules: new RegExp(`^fee-response/${rule}$`),
    make: (isTurn) => ({ feeResponse: (body) => (isTurn() ? { ...body, ...differing } : body) }),
  };
}
