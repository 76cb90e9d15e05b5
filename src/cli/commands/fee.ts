/** `tollgate fee`: one quote, explained line by line. */
import type { Merchant, Quote, Quoted, Usd } from '../../engine/index.ts';
import { type Command, UsageError } from '../command.ts';
import { numberOf, textOf } from '../given.ts';

export const fee: Command = {
  name: 'fee',
  summary: 'price one sale and show how the fee comes about',
  arguments: [],
  options: [
    ['--amount <usd>', 'the amount in US dollars'],
    ['--nicn <digits>', 'the first 6 to 8 digits of the card number'],
    ['--region <region>', 'zip code, two-letter state or ISO state code'],
    ['--merchants <file>', 'merchant file (YAML); otherwise the ones that are shipped'],
    ['--merchant <name>', 'the merchant; otherwise the first'],
    ['--processor <name>', 'MID or name of the processor'],
    ['--country <code>', 'ISO numeric country code (default 840)'],
  ],
  examples: ['tollgate fee --amount 100 --nicn 424242 --region 85004'],

  async run(given) {
    const amount = numberOf(given, 'amount', { min: 0, max: 1e12, fractions: true });
    const [nicn, region] = [textOf(given, 'nicn'), textOf(given, 'region')];
    if (amount === undefined || nicn === undefined || region === undefined) {
      throw new UsageError('expected --amount, --nicn and --region, got not all of them');
    }
    if (!/^[0-9]{6,8}$/.test(nicn))
      throw new UsageError('--nicn: expected 6 to 8 digits, got something else');
    const [{ createFeeEngine }, { readMerchantFile }] = await Promise.all([
      import('../../engine/index.ts'),
      import('../merchant-file.ts'),
    ]);
    const merchant = pick(readMerchantFile(textOf(given, 'merchants')), textOf(given, 'merchant'));
    const [processor, country] = [textOf(given, 'processor'), textOf(given, 'country')];
    const quote = createFeeEngine(merchant).quote({
      amount,
      nicn,
      region,
      ...(processor === undefined ? {} : { processor }),
      ...(country === undefined ? {} : { country }),
    });

    return quote.kind === 'quoted'
      ? { code: 0, out: explain(quote) }
      : { code: 2, out: '', problem: refusal(quote) };
  },
};

function pick(merchants: readonly Merchant[], name: string | undefined): Merchant {
  const merchant = name === undefined ? merchants[0] : merchants.find((candidate) => candidate.name === name);
  if (merchant !== undefined) return merchant;
  throw new UsageError(
    `--merchant: expected one of ${merchants.map((known) => known.name).join(', ')}, got ${name}`,
  );
}

function explain({ amount, lines, sum, cap, fee, processor, card, region }: Quoted): string {
  const figures: readonly (readonly [string, Usd, string])[] = [
    ...lines.map((line): [string, Usd, string] => [line.label, line.amount, line.note]),
    ['sum', sum, ''],
    ...(cap === undefined ? [] : [capRow(cap)]),
    ['fee', fee, 'rounded half up to cents'],
  ];
  const decimals = Math.max(2, ...figures.map(([, figure]) => figure.decimalPlaces()));
  const rows = figures.map(([label, figure, note]) => [label, figure.toFixed(decimals), note] as const);
  const width = Math.max(...rows.map(([, figure]) => figure.length));
  const table = rows.map(([label, figure, note]) =>
    `  ${label.padEnd(24)} ${figure.padStart(width)}  ${note}`.trimEnd(),
  );
  const about = `US$ ${amount.toFixed(2)} by ${card.brand} (${card.prefix}) in ${region.value}, processor ${processor.name} (${processor.mid}), ${processor.model}`;

  return `${[about, '', ...table].join('\n')}\n`;
}

function capRow({ limit, share, applied }: NonNullable<Quoted['cap']>): [string, Usd, string] {
  return [
    'cap',
    limit,
    `${share.times(100).toFixed()} % of the amount${applied ? ', which is less than the sum' : ''}`,
  ];
}

function refusal({ reasons }: Extract<Quote, { kind: 'refused' }>): string {
  return reasons.map(({ field, expected, got }) => `${field}: expected ${expected}, got ${got}`).join('\n');
}
