/** Observes limits: of amounts, identifiers, texts and bodies, by a search for the largest value that is accepted. */
import { zeroPadding } from '../rule/mtxids.ts';
import { type Observation, observeChoice, observeTaken } from './observation.ts';
import { feeFrom, isAccepted, type ObservationContext } from './observation-context.ts';

export const largestAmount = observeChoice('largest-amount', {
  run: ({ accepts }) =>
    findLargestAccepted({
      limits: [10_000, 100_000, 1_000_000],
      // Above what 32 bits hold, in dollars too.
      beyond: 10_000_000_000,
      accepts: (amount) => accepts({ amount }),
    }),
});

export const MTXIDS: readonly Observation[] = [
  observeChoice('longest-mtxid', {
    run: ({ accepts }) =>
      findLargestAccepted({
        limits: [20, 36, 64, 255],
        beyond: 4000,
        accepts: (length) => accepts({ mTxId: `{m${length}}${zeroPadding(length)}` }),
      }),
  }),

  observeChoice('mtxid-characters', {
    async run({ accepts }) {
      const ascii = await accepts({ mTxId: '{m1} .:/#' });
      const others = await accepts({ mTxId: '{m2}é価' });
      if (ascii && others) return ['any'];
      if (ascii) return ['ASCII'];
      if (others) return ['letters of any script'];

      if (await accepts({ mTxId: '{m3}_-A' })) return ['plain'];

      return [(await accepts({ mTxId: '{m4}-A' })) ? 'dashes' : 'letters and digits'];
    },
  }),
];

const TEXT_LENGTHS = { limits: [32, 50, 255, 1000], beyond: 4000 };

const LAYOUT = 'a\r\nb\tc';
const OTHER_CONTROLS = 'a\u0001b\u001f\u007f';
const NULL = 'a\u0000b';
/** Of 32 characters at most, which any service takes. */
const ATTACK = "<script>x()</script>' OR '1'='1";

export const TEXTS: readonly Observation[] = [
  observeChoice('longest-text', {
    run: (context) =>
      findLargestAccepted({
        ...TEXT_LENGTHS,
        accepts: (length) => acceptsTexts(context, ['x'.repeat(length)]),
      }),
  }),

  observeChoice('longest-authcode', {
    run: (context) =>
      findLargestAccepted({
        ...TEXT_LENGTHS,
        limits: [16, ...TEXT_LENGTHS.limits],
        accepts: (length) => acceptsAuthcode(context, 'x'.repeat(length)),
      }),
  }),

  observeChoice('empty-texts', {
    run: (context) =>
      inTextsAndAuthcode(context, async (accepts) => {
        if (await accepts('')) return 'take';

        return (await accepts(' ')) ? 'refuse' : 'refuse-blank';
      }),
  }),

  observeChoice('control-characters', {
    run: (context) =>
      inTextsAndAuthcode(context, async (accepts) => {
        if (await accepts(LAYOUT + OTHER_CONTROLS + NULL)) return 'take';
        if (await accepts(LAYOUT + OTHER_CONTROLS)) return 'refuse-null';

        return (await accepts(LAYOUT)) ? 'take line breaks and tabs alone' : 'refuse';
      }),
  }),

  observeTaken('empty-lists', 'take', withTexts([])),
  observeTaken('repeated-texts', 'take', withTexts(['x', 'x'])),

  observeChoice('texts-beyond-bmp', {
    run: (context) =>
      inTextsAndAuthcode(context, async (accepts) => ((await accepts('x 👍')) ? 'take' : 'refuse')),
  }),

  observeTaken('attack-like-texts', 'take', withTexts([ATTACK])),

  observeChoice('most-texts', {
    run: (context) =>
      findLargestAccepted({
        limits: [5, 10, 20],
        // In a body of less than 1,024 bytes.
        beyond: 80,
        accepts: (count) =>
          acceptsTexts(
            context,
            Array.from({ length: count }, (_, n) => String(n)),
          ),
      }),
  }),

  observeChoice('largest-body', {
    // White space makes the body larger without reaching the limit of a field.
    run({ fee, baseline }) {
      const json = JSON.stringify(baseline);

      return findLargestAccepted({
        limits: [1024, 2048, 8192, 65_536],
        beyond: 262_144,
        accepts: async (bytes) => isAccepted(await fee({ raw: `{${json.slice(1).padStart(bytes - 1)}` })),
      });
    },
  }),
];

function withTexts(texts: readonly string[]) {
  return { fields: { campaign: texts, data: texts } };
}

/** Whether a first call with these texts in `campaign` and `data` is accepted. */
function acceptsTexts({ accepts }: ObservationContext, texts: readonly string[]): Promise<boolean> {
  return accepts(withTexts(texts).fields);
}

/** Whether a sale with this `authCode` is accepted, each time for a new transaction. */
async function acceptsAuthcode({ open, sale }: ObservationContext, authCode: string): Promise<boolean> {
  const { sTxId } = await open();

  return isAccepted(await sale({ sTxId, authCode }));
}

/** Finds the option of fee calls and that of sales; one option where they are the same. */
async function inTextsAndAuthcode(
  context: ObservationContext,
  findOption: (accepts: (text: string) => Promise<boolean>) => Promise<string>,
): Promise<readonly [string]> {
  const inTexts = await findOption((text) => acceptsTexts(context, [text]));
  const inAuthcode = await findOption((text) => acceptsAuthcode(context, text));

  return [inTexts === inAuthcode ? inTexts : `${inTexts} in campaign and data, ${inAuthcode} in authCode`];
}

interface LimitSearch {
  /** Limits, the smallest first. The search tries each of them and the next larger value. */
  readonly limits: readonly number[];
  /** A value above all limits: a deployment that accepts it is reported as `any`. */
  readonly beyond: number;
  readonly accepts: (value: number) => Promise<boolean>;
}

/** Returns `any`, one of the limits, or the range in which the limit is. */
export async function findLargestAccepted({
  limits,
  beyond,
  accepts,
}: LimitSearch): Promise<readonly [string]> {
  const values = [...limits.flatMap((limit) => [limit, limit + 1]), beyond];
  let accepted = -1;
  for (let refused = values.length; refused - accepted > 1; ) {
    // The last one first: most deployments accept it.
    const middle = refused === values.length ? values.length - 1 : Math.floor((accepted + refused) / 2);
    if (await accepts(values[middle] ?? beyond)) accepted = middle;
    else refused = middle;
  }
  const [largest, next] = [values[accepted], values[accepted + 1]];
  if (next === undefined) return ['any'];
  if (largest === undefined) return [`less than ${next}`];

  return [limits.includes(largest) ? String(largest) : `from ${largest} to ${next - 1}`];
}

/** Units of the search in a US dollar, so that its amounts are whole numbers. */
const UNITS = 10_000;
const CENT = UNITS / 100;

/** Requests of a whole search, and some for the observations after it. */
const SEARCH_REQUESTS = 26;

/** US dollars above the baseline amount within which the search looks for a higher fee. */
const SEARCH_RANGES = [1, 20];

/** A part of the smallest unit. */
const NOISE = 1e-10;

/** Rounding shows only at a step: two amounts one cent apart that have different fees. */
export const amountBeyondCents = observeChoice('amount-beyond-cents', {
  async run(context) {
    const canSearch = context.requestsLeft() >= SEARCH_REQUESTS;
    const feeAt = createFeeLookup(context);
    const start = Math.round(context.baseline.amount * 100) * CENT;
    // As binary floats write it: with 17 digits.
    const beyond = await feeAt(start + 40 - NOISE);
    if (beyond === 'refused') return ['refuse'];
    if (!context.traits.feesRepeat() || !canSearch) return ['take', 'round'];
    if (beyond !== (await feeAt(start))) return ['take'];
    const step = await findStep(feeAt, start);
    if (step === undefined) return ['take', 'round'];

    for (const rest of [49, 51]) {
      const rounded = rest < CENT / 2 ? step : step + CENT;
      if ((await feeAt(step + rest)) !== (await feeAt(rounded))) return ['take'];
    }

    return ['round'];
  },
});

type FeeLookup = (units: number) => Promise<number | 'refused' | undefined>;

/** Sends each amount once. */
function createFeeLookup({ feeWith }: ObservationContext): FeeLookup {
  const known = new Map<number, Awaited<ReturnType<FeeLookup>>>();

  return async (units) => {
    if (known.has(units)) return known.get(units);
    const call = await feeWith({ amount: units / UNITS });
    const fee = isAccepted(call) ? feeFrom(call) : 'refused';
    known.set(units, fee);

    return fee;
  };
}

/** Finds an amount in whole cents whose next cent has another fee; undefined where the range has none. */
async function findStep(feeAt: FeeLookup, start: number): Promise<number | undefined> {
  const low = await feeAt(start);
  for (const range of SEARCH_RANGES) {
    let [below, above] = [start, start + range * UNITS];
    if ((await feeAt(above)) === low) continue;
    while (above - below > CENT) {
      const middle = below + Math.floor((above - below) / CENT / 2) * CENT;
      if ((await feeAt(middle)) === low) below = middle;
      else above = middle;
    }

    return below;
  }

  return undefined;
}
