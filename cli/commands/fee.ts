/** `tollgate fee`: one quote, explained line by line. */
import type { Day, Quote, QuoteRequest } from '../../src/engine/index.ts';
import { type Command, type CommandInput, UsageError } from '../command.ts';
import { isSet, numberOption, textOption } from '../parse-options.ts';

export const fee: Command = {
  name: 'fee',
  summary: 'calculate a fee, and explain it line by line',
  arguments: [],
  options: [
    ['--amount <usd>', 'the amount in US dollars'],
    ['--nicn <digits>', 'first 6, 7 or 8 digits of the card number'],
    ['--region <region>', 'zip code, two-letter state or ISO state code'],
    ['--merchants <file>', 'merchant file (YAML; default the shipped one)'],
    ['--merchant <name>', 'merchant (default the first)'],
    ['--processor <name>', 'MID or name of the processor'],
    ['--country <code>', 'ISO numeric country code (default 840)'],
    ['--total-amount <usd>', 'multi-pay: total of the sale in US dollars'],
    ['--as-of <day>', 'day of the sale (default today, in UTC)'],
    ['--json', 'print the quote as JSON'],
  ],
  examples: [
    'tollgate fee --amount 100 --nicn 424242 --region 85004',
    'tollgate fee --amount 100 --nicn 424242 --region CO --as-of 2022-06-30',
    'tollgate fee --amount 100 --nicn 424242 --region 80202 --merchants merchants.yaml',
    'tollgate fee --amount 40 --total-amount 100 --nicn 424242 --region AZ --json',
  ],

  async run(input) {
    const request = readRequest(input);
    const [{ createFeeEngine, dayOf, explain, parseDay }, { pickMerchant, readMerchantFile }, { feeTable }] =
      await Promise.all([
        import('../../src/engine/index.ts'),
        import('../merchant-file.ts'),
        import('../fee-table.ts'),
      ]);
    const asOf = dayGiven(textOption(input, 'asOf'), parseDay) ?? dayOf(new Date());
    const merchant = pickMerchant(
      readMerchantFile(textOption(input, 'merchants')),
      textOption(input, 'merchant'),
    );
    const quote = createFeeEngine(merchant).quote(request, asOf);
    if (quote.kind === 'refused') throw new UsageError(refusal(quote));

    const explanation = explain(quote);
    return {
      code: 0,
      out: isSet(input, 'json') ? `${JSON.stringify(explanation, undefined, 2)}\n` : feeTable(explanation),
    };
  },
};

function readRequest(input: CommandInput): QuoteRequest {
  const amount = numberOption(input, 'amount', { min: 0, max: 1e12, fractions: true });
  const totalAmount = numberOption(input, 'totalAmount', { min: 0, max: 1e12, fractions: true });
  const [nicn, region] = [textOption(input, 'nicn'), textOption(input, 'region')];
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

  return {
    amount,
    nicn,
    region,
    totalAmount,
    processor: textOption(input, 'processor'),
    country: textOption(input, 'country'),
  };
}

function dayGiven(text: string | undefined, parse: (text: string) => Day): Day | undefined {
  try {
    return text === undefined ? undefined : parse(text);
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(`--as-of: ${error.message}`) : error;
  }
}

/** Options whose name differs from the field of the document. */
const OPTION_OF: Readonly<Record<string, string>> = { totalAmount: 'total-amount' };

function refusal({ reasons }: Extract<Quote, { kind: 'refused' }>): string {
  return reasons
    .map(({ field, expected, got }) => `--${OPTION_OF[field] ?? field}: expected ${expected}, got ${got}`)
    .join('\n');
}
