/** `tollgate fee`: one quote, explained line by line. */
import type { Day, Quote, QuoteRequest } from '../../src/engine/index.ts';
import { command, UsageError } from '../command.ts';
import { JSON_OPTION, toJson } from '../json.ts';
import { flagOf, number, text, type Values } from '../options.ts';

const DOLLARS = { min: 0, max: 1e12, fractions: true, hidden: true } as const;

const OPTIONS = {
  amount: number('<usd>', 'the amount in US dollars', DOLLARS),
  nicn: text('<digits>', 'first 6, 7 or 8 digits of the card number'),
  region: text('<region>', 'zip code, two-letter state or ISO state code'),
  merchants: text('<file>', 'merchant file (YAML; default the shipped one)'),
  merchant: text('<name>', 'merchant (default the first)'),
  processor: text('<name>', 'MID or name of the processor'),
  country: text('<code>', 'ISO numeric country code (default 840)'),
  totalAmount: number('<usd>', 'multi-pay: total of the sale in US dollars', DOLLARS),
  asOf: text('<day>', 'day of the sale (default today, in UTC)'),
  json: JSON_OPTION,
};

export const fee = command({
  name: 'fee',
  summary: 'calculate a fee, and explain it line by line',
  arguments: [],
  options: OPTIONS,
  json: '`transactionFee`, `lines`, `sum`, `limits`, `rounding`, `amount`, `card`, `region`, `processor`, `rules`, `obstacles`',
  examples: [
    'tollgate fee --amount 100 --nicn 424242 --region 85004',
    'tollgate fee --amount 100 --nicn 424242 --region CO --as-of 2022-06-30',
    'tollgate fee --amount 100 --nicn 424242 --region 80202 --merchants merchants.yaml',
    'tollgate fee --amount 40 --total-amount 100 --nicn 424242 --region AZ --json',
  ],

  async run({ options }) {
    const request = readRequest(options);
    const [{ createFeeEngine, dayOf, explain, parseDay }, { pickMerchant, readMerchantFile }, { feeTable }] =
      await Promise.all([
        import('../../src/engine/index.ts'),
        import('../merchant-file.ts'),
        import('../fee-table.ts'),
      ]);
    const asOf = dayGiven(options.asOf, parseDay) ?? dayOf(new Date());
    const merchant = pickMerchant(readMerchantFile(options.merchants), options.merchant);
    const quote = createFeeEngine(merchant).quote(request, asOf);
    if (quote.kind === 'refused') throw new UsageError(refusal(quote));

    const explanation = explain(quote);
    return {
      code: 0,
      out: options.json ? toJson(explanation) : feeTable(explanation),
    };
  },
});

function readRequest(options: Values<typeof OPTIONS>): QuoteRequest {
  const { amount, nicn, region, totalAmount, processor, country } = options;
  if (amount === undefined || nicn === undefined || region === undefined) {
    const missing = Object.entries({ amount, nicn, region }).flatMap(([name, value]) =>
      value === undefined ? [`--${name}`] : [],
    );
    throw new UsageError(`expected --amount, --nicn and --region, got no ${missing.join(' and no ')}`);
  }
  if (!/^[0-9]{6,8}$/.test(nicn)) {
    // It may be a whole card number, so the message does not repeat it.
    const characters = `${nicn.length} characters${/^[0-9]*$/.test(nicn) ? '' : ', not all of them digits'}`;
    throw new UsageError(`--nicn: expected 6 to 8 digits, got ${characters}`);
  }

  return { amount, nicn, region, totalAmount, processor, country };
}

function dayGiven(text: string | undefined, parse: (text: string) => Day): Day | undefined {
  try {
    return text === undefined ? undefined : parse(text);
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(`--as-of: ${error.message}`) : error;
  }
}

function refusal({ reasons }: Extract<Quote, { kind: 'refused' }>): string {
  return reasons
    .map(({ field, expected, got }) => `${flagOf(field)}: expected ${expected}, got ${got}`)
    .join('\n');
}
