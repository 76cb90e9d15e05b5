/** Explains why a fee differs from the expected one: the most likely mistake that results in exactly that fee. */
import {
  createFeeEngine,
  type Line,
  type Merchant,
  type Quoted,
  type QuoteRequest,
  type RoundingMode,
  type Usd,
} from '../../../src/engine/index.ts';
import { showUsd, sumOf, usd } from '../../../src/engine/money.ts';
import { beforeRounding, cutToCents, feeFrom, round } from './amounts.ts';

/** Its regions have forms of their own. */
export const CANADA = '124';

export interface FeeDifference {
  readonly merchant: Merchant;
  readonly request: QuoteRequest;
  /** The expected fee. */
  readonly quoted: Quoted;
  /** US dollars. */
  readonly got: number;
  /** What the deployment may have confused with values of the request. */
  readonly others: {
    /** First digits of other cards. */
    readonly nicns: readonly string[];
    readonly regions: readonly string[];
    readonly countries: readonly string[];
    readonly merchants: readonly Merchant[];
    /** US dollars: the amount of the transaction before it was updated. */
    readonly amountBefore?: number | undefined;
  };
}

/** The fee in US dollars that a mistake results in, and what completes the sentence "which would be right …". */
interface Mistake {
  readonly fee: number;
  readonly text: string;
}

/** How many differences of a run each mistake explains, by its text without figures. */
export type ExplainedSoFar = Map<string, number>;

/** Mistakes of one kind, the likelier first. */
type Hypothesis = (difference: FeeDifference) => Iterable<Mistake>;

/** @param soFar counts of the differences before: the mistake that explains most of them is named, unless more right fees contradict it */
export function explainDifference(difference: FeeDifference, soFar: ExplainedSoFar = new Map()): string {
  const { quoted, got } = difference;
  const units = Math.round(Math.abs(got - quoted.transactionFee) * 10 ** quoted.rounding.decimals);
  const hypotheses = units <= 1 ? [differentRounding, ...HYPOTHESES] : HYPOTHESES;
  const fitting = new Map<string, string>();
  for (const hypothesis of hypotheses) {
    for (const { fee, text } of hypothesis(difference)) {
      const kind = kindOf(text);
      if (fee === got && !fitting.has(kind)) fitting.set(kind, text);
    }
  }
  for (const kind of fitting.keys()) soFar.set(kind, (soFar.get(kind) ?? 0) + 1);
  const most = Math.max(...[...fitting.keys()].map((kind) => soFar.get(kind) ?? 0));
  // More right fees than wrong ones may contradict all of them.
  if (most > 0)
    for (const [kind, text] of fitting) if (soFar.get(kind) === most) return `which would be right ${text}`;

  return `where the prices say ${describeQuote(quoted)}`;
}

/** Counts what the right fee of a call contradicts: other ways of rounding. */
export function noteRightFee({ quoted }: Pick<FeeDifference, 'quoted'>, soFar: ExplainedSoFar): void {
  const wrong = new Set<string>();
  for (const { fee, text } of differentRounding({ quoted }))
    if (fee !== quoted.transactionFee) wrong.add(kindOf(text));
  for (const kind of wrong) soFar.set(kind, (soFar.get(kind) ?? 0) - 1);
}

/** Without its figures, but for the decimals of another rounding. */
function kindOf(text: string): string {
  return text.replaceAll(/[\d.]+(?! decimals)/g, '#');
}

const missingPart: Hypothesis = function* ({ quoted }) {
  const { lines, sum, limits, rounding } = quoted;
  const groups = [
    ...lines.map((line) => [line]),
    ...[/fixed$/, /share$/].map((kind) => lines.filter(({ label }) => kind.test(label))),
  ];

  for (const group of groups) {
    if (group.length === 0 || (group.length === lines.length && group.length > 1)) continue;
    const rest = sum.minus(sumOf(group.map(({ amount }) => amount)));
    yield { fee: feeFrom({ sum: rest, limits, rounding }), text: `without ${describeLines(group)}` };
  }
};

const ignoredLimit: Hypothesis = function* ({ quoted: { limits, rounding, sum } }) {
  for (const [at, { label, limit }] of limits.entries())
    yield {
      fee: feeFrom({ sum, limits: limits.toSpliced(at, 1), rounding }),
      text: `without the limit \`${label}\` of ${showUsd(limit)}`,
    };
  if (limits.length > 1)
    yield { fee: feeFrom({ sum, limits: [], rounding }), text: 'without any of its limits' };
  for (const { label, limit } of limits)
    yield {
      fee: feeFrom({ sum: limit, limits: [], rounding }),
      text: `if the limit \`${label}\` of ${showUsd(limit)} were the fee, whatever the sum`,
    };
};

const differentAmount: Hypothesis = function* (difference) {
  const { request, quoted, others } = difference;
  const { amount, totalAmount } = request;

  if (totalAmount !== undefined && totalAmount !== amount) {
    const text = `for the totalAmount ${totalAmount} and not for the amount`;
    yield* withRequest(difference, { amount: totalAmount }, text);
    yield* withRequest(difference, { totalAmount: undefined }, 'if there were no totalAmount');
  }
  const before = others.amountBefore;
  if (before !== undefined)
    yield* withRequest(difference, { amount: before }, `for the amount before the update, ${before}`);
  yield* acrossBreakpoint(difference, 1);
  yield* acrossBreakpoint(difference, -1);
  const fee = usd(quoted.transactionFee);
  yield { fee: fee.times(100).toNumber(), text: 'if the fee were given in cents' };
  yield { fee: fee.dividedBy(100).toNumber(), text: 'if the fee were read as cents' };
  const inCents = usd(amount).times(100).toNumber();
  yield* withRequest(difference, { amount: inCents }, 'for 100 times the amount, as if in cents');
  const fromCents = usd(amount).dividedBy(100).toNumber();
  yield* withRequest(difference, { amount: fromCents }, 'if the amount were read as cents');
  const cut = cutToCents(amount);
  yield* withRequest(
    difference,
    { amount: cut },
    `for ${cut}, the amount multiplied by 100 and cut off in binary floats`,
  );
  yield* withRequest(difference, { amount: Math.floor(amount) }, 'for the amount without its cents');
  yield* withRequest(difference, { amount: Math.round(amount) }, 'for the amount in whole dollars');
};

/** Extrapolates the price of the next amounts above or below: the fee if a breakpoint were on the other side. */
function* acrossBreakpoint(
  { merchant, request, quoted }: FeeDifference,
  direction: 1 | -1,
): Generator<Mistake> {
  const engine = createFeeEngine(merchant);
  const [near, far] = [direction, 2 * direction].map((cents) => {
    const amount = usd(request.amount).plus(usd(cents / 100));

    return engine.quote({ ...request, amount: amount.toNumber() }, quoted.asOf);
  });
  if (near?.kind !== 'quoted' || far?.kind !== 'quoted') return;
  const { limits, rounding } = quoted;
  const range = near.lines.map(({ note }) => note.split(', ')[1]).find((text) => text !== undefined);
  yield {
    fee: feeFrom({ sum: near.sum.times(2).minus(far.sum), limits, rounding }),
    text: `at the price of ${range ?? `the amount ${near.amount.toFixed()}`}`,
  };
}

/** The price of another processor, card, region or merchant. */
const confusedInput: Hypothesis = function* (difference) {
  const { merchant, request, quoted, others } = difference;

  for (const { mid, name } of merchant.processors)
    if (mid !== quoted.processor.mid)
      yield* withRequest(difference, { processor: mid }, `at the price of the processor ${name} (${mid})`);
  for (const length of [6, 7]) {
    const nicn = request.nicn.slice(0, length);
    if (nicn !== request.nicn)
      yield* withRequest(difference, { nicn }, `if only the first ${length} digits counted (${nicn})`);
  }
  for (const nicn of others.nicns)
    yield* withRequest(difference, { nicn }, `for a card that begins with ${nicn}`);
  for (const region of others.regions) yield* withRequest(difference, { region }, `for the region ${region}`);
  for (const country of others.countries)
    if (country !== (request.country ?? '840'))
      for (const place of [{}, ...(country === CANADA ? [{ region: 'ON' }] : [])])
        yield* withRequest(difference, { country, ...place }, `for the country ${country}`);
  for (const other of others.merchants) {
    if (other.name === merchant.name) continue;
    for (const { mid, name } of other.processors) {
      const text = `for the merchant ${other.name}, at the price of ${name} (${mid})`;
      yield* withRequest({ ...difference, merchant: other }, { processor: mid }, text);
    }
  }
};

/** The more common mistakes first. */
const COMMON_MODES: readonly RoundingMode[] = ['half-up', 'half-even'];
const RARE_MODES: readonly RoundingMode[] = ['half-down', 'up', 'down'];
const DECIMALS = [2, 0, 1, 3, 4];

function* differentRounding({ quoted }: Pick<FeeDifference, 'quoted'>): Generator<Mistake> {
  const { lines, limits, rounding } = quoted;
  const exact = beforeRounding(quoted);
  const shown = exact.toFixed();
  const unit = 10 ** rounding.decimals;
  // With a function of the language's library, and with multiply, round and divide.
  const floats = [
    Number(exact.toNumber().toFixed(rounding.decimals)),
    Math.round(exact.toNumber() * unit) / unit,
  ];
  const inMode = (mode: RoundingMode) => ({
    fee: round(exact, { ...rounding, mode }).toNumber(),
    text: `if ${shown} were rounded ${mode} and not ${rounding.mode}`,
  });

  for (const mode of COMMON_MODES) yield inMode(mode);
  for (const fee of floats) yield { fee, text: `if ${shown} were a binary float, which is not exactly that` };
  const sum = sumOf(lines.map(({ amount }) => round(amount, rounding)));
  yield { fee: feeFrom({ sum, limits, rounding }), text: 'if each line were rounded by itself' };
  for (const mode of RARE_MODES) yield inMode(mode);
  for (const decimals of DECIMALS)
    yield {
      fee: round(exact, { ...rounding, decimals }).toNumber(),
      text: `if ${shown} were rounded to ${decimals} decimals and not to ${rounding.decimals}`,
    };
  yield { fee: exact.toNumber(), text: `if ${shown} were not rounded` };
}

const repeatedPart: Hypothesis = function* ({ quoted: { lines, sum, limits, rounding } }) {
  const feeOf = (total: Usd) => feeFrom({ sum: total, limits, rounding });

  for (const line of lines)
    yield { fee: feeOf(sum.plus(line.amount)), text: `with ${describeLines([line])} twice` };
  for (const line of lines)
    yield { fee: feeOf(line.amount), text: `with nothing but ${describeLines([line])}` };
};

/** The likelier first. */
const HYPOTHESES: readonly Hypothesis[] = [
  missingPart,
  ignoredLimit,
  differentAmount,
  confusedInput,
  differentRounding,
  repeatedPart,
];

/** The fee of a changed request, if it has a price. */
function* withRequest(
  { merchant, request, quoted }: FeeDifference,
  change: Partial<QuoteRequest>,
  text: string,
): Generator<Mistake> {
  const quote = createFeeEngine(merchant).quote({ ...request, ...change }, quoted.asOf);
  if (quote.kind === 'quoted') yield { fee: quote.transactionFee, text };
}

/** Such as ``the fixed part of 0.30 (line `fixed`)``. */
function describeLines(lines: readonly Line[]): string {
  const kinds = new Set(lines.map(({ label }) => (/fixed$/.test(label) ? 'fixed part' : 'share')));
  const kind = kinds.size === 1 ? [...kinds].join() : 'part';
  const plural = lines.length > 1 ? 's' : '';
  const amounts = lines.map(({ amount }) => showUsd(amount)).join(' and ');
  const labels = lines.map(({ label }) => `\`${label}\``).join(', ');

  return `the ${kind}${plural} of ${amounts} (line${plural} ${labels})`;
}

/** The lines of the price and the limit, such as `share 2.90 + fixed 0.30, at most cap 3.00`. */
function describeQuote({ lines, obstacles, limits }: Quoted): string {
  if (obstacles.length > 0) return `no fee may be charged: ${obstacles.join('; ')}`;
  const parts = lines.map(({ label, amount }) => `${label} ${showUsd(amount)}`).join(' + ');
  const limit = limits.find(({ applied }) => applied);

  return `${parts === '' ? 'nothing' : parts}${limit === undefined ? '' : `, at most ${limit.label} ${showUsd(limit.limit)}`}`;
}
