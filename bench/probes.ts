/** Probes for what a mock of this API checks, each with one or a few calls. */
import { type Answered, ask, type FeeCall, isFee } from './servers.ts';

/** Sends a call on a connection of its own. Status 0 means no answer. */
type Asking = (call: FeeCall) => Promise<Answered>;

export interface Probe {
  /** The name of its row in the table. */
  readonly name: string;
  /** @param call a valid fee call */
  readonly stands: (call: FeeCall, asking: Asking) => Promise<boolean>;
}

export const PROBES = [
  refusal('refuses a call without a token', without('authorization')),
  refusal('refuses a token that is not a JWT', (call) =>
    withHeader(call, 'authorization', 'Bearer nonsense'),
  ),
  refusal('refuses a call without X-Requested-With', without('x-requested-with')),
  refusal('refuses another media type', (call) => withHeader(call, 'content-type', 'text/plain')),
  refusal('refuses broken JSON', (call) => ({ ...call, body: '{"amount":' })),
  refusal('refuses a call without an amount', withFields({ amount: undefined })),
  refusal('refuses an amount that is a string', withFields({ amount: '100.00' })),
  refusal('refuses 5 digits of a card', withFields({ nicn: '42424' })),
  refusal('refuses 9 digits of a card', withFields({ nicn: '424242424' })),
  refusal('refuses letters in a nicn', withFields({ nicn: '42424x' })),
  refusal('refuses a region that does not exist', withFields({ region: 'ZZ' })),
  {
    name: 'asks a fee that follows the amount',
    async stands(call, asking) {
      const one = await asking(withFields({ amount: 100 })(call));
      const other = await asking(withFields({ amount: 900 })(call));

      return isFee(one.text) && isFee(other.text) && feeIn(one) !== feeIn(other);
    },
  },
  {
    name: 'gives each first call an sTxId of its own',
    async stands(call, asking) {
      const [one, other] = [await asking(call), await asking(call)];

      return isFee(one.text) && isFee(other.text) && stxidIn(one) !== stxidIn(other);
    },
  },
  {
    name: 'finds a transaction by its mTxId',
    async stands(call, asking) {
      const [first, update, another] = [
        await asking(withFields({ mTxId: 'a' })(call)),
        await asking(withFields({ mTxId: 'a', amount: 50 })(call)),
        await asking(withFields({ mTxId: 'b' })(call)),
      ];

      return stxidIn(first) === stxidIn(update) && stxidIn(first) !== stxidIn(another);
    },
  },
  {
    name: 'refuses the sale of an unknown transaction',
    async stands(call, asking) {
      const sale: FeeCall = { ...call, path: '/v1/ch/sale', body: '{"sTxId":"never-answered"}' };
      const known = await asking({ ...sale, body: JSON.stringify({ sTxId: stxidIn(await asking(call)) }) });

      return isAccepted(known) && !isAccepted(await asking(sale));
    },
  },
] as const satisfies readonly Probe[];

export type ProbeName = (typeof PROBES)[number]['name'];

/** What a schema alone refuses. */
export const BY_SCHEMA: readonly ProbeName[] = [
  'refuses broken JSON',
  'refuses a call without an amount',
  'refuses an amount that is a string',
  'refuses 5 digits of a card',
  'refuses 9 digits of a card',
  'refuses letters in a nicn',
];

/** What the contract with its headers refuses. */
export const BY_CONTRACT: readonly ProbeName[] = [
  'refuses a call without a token',
  'refuses a call without X-Requested-With',
  'refuses another media type',
  ...BY_SCHEMA,
];

/** The probes that the server on this port passes, in their order. */
export async function probe(port: number, call: FeeCall): Promise<readonly ProbeName[]> {
  const asking: Asking = (asked) => ask(port, asked).catch(() => ({ status: 0, text: '' }));
  const stood: ProbeName[] = [];
  for (const { name, stands } of PROBES) {
    // An answer that cannot be read passes no probe.
    if (await stands(call, asking).catch(() => false)) stood.push(name);
  }

  return stood;
}

/** Passes where the broken call is answered with a 4xx status. */
function refusal<Name extends string>(name: Name, broken: (call: FeeCall) => FeeCall) {
  return {
    name,
    stands: async (call: FeeCall, asking: Asking) => {
      const answered = await asking(broken(call));

      return answered.status >= 400 && answered.status < 500;
    },
  };
}

function without(header: string): (call: FeeCall) => FeeCall {
  return ({ headers, ...call }) => ({
    ...call,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== header)),
  });
}

function withHeader(call: FeeCall, name: string, value: string): FeeCall {
  return { ...call, headers: { ...call.headers, [name]: value } };
}

function withFields(fields: Readonly<Record<string, unknown>>): (call: FeeCall) => FeeCall {
  return (call) => ({ ...call, body: JSON.stringify({ ...JSON.parse(call.body), ...fields }) });
}

function isAccepted({ status }: Answered): boolean {
  return status >= 200 && status < 300;
}

function feeIn({ text }: Answered): unknown {
  return JSON.parse(text).transactionFee;
}

function stxidIn({ text }: Answered): unknown {
  return JSON.parse(text).sTxId;
}
