/** One quote, explained line by line in a table. */
import {
  createFeeEngine,
  dayOf,
  type Explanation,
  explain,
  type QuoteRequest,
} from '../../src/engine/index.ts';
import { flagOf, type Run, UsageError, type Values } from '../command.ts';
import { pickMerchant, readMerchantFile } from '../merchant-file.ts';
import { toJson } from '../output.ts';
import type * as declared from './mock-commands.ts';

export const runFee: Run<typeof declared.fee> = async ({ options }) => {
  const request = readRequest(options);
  const asOf = options.asOf ?? dayOf(new Date());
  const merchant = pickMerchant(readMerchantFile(options.merchants), options.merchant);
  const quote = createFeeEngine(merchant).quote(request, asOf);
  if (quote.kind === 'refused')
    throw new UsageError(
      quote.reasons
        .map(({ field, expected, got }) => `${flagOf(field)}: expected ${expected}, got ${got}`)
        .join('\n'),
    );
  const explanation = explain(quote);

  return { code: 0, out: options.json ? toJson(explanation) : feeTable(explanation) };
};

function readRequest(options: Values<typeof declared.fee>): QuoteRequest {
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

type FeeRow = readonly [label: string, amount: string, note: string];

/** The most decimals that are shown of an amount. */
const MOST_DECIMALS = 10;

/** Control characters, which a terminal would interpret, are replaced. */
export function feeTable(explanation: Explanation): string {
  const facts = factsOf(explanation).map(([label, text]) => `${label.padEnd(11)}${text}`);
  const rows = rowsOf(explanation).map(([label, amount, note]) => {
    const [whole = '', part = ''] = amount.split('.');

    return { label, whole, part: `.${shortened(part)}`, note };
  });
  const width = (column: 'label' | 'whole' | 'part') => Math.max(...rows.map((row) => row[column].length));
  const [labels, wholes, parts] = [width('label'), width('whole'), width('part')];
  // The decimal points are aligned.
  const table = rows.map(({ label, whole, part, note }) =>
    `  ${label.padEnd(labels)}  ${whole.padStart(wholes)}${part.padEnd(parts)}  ${note}`.trimEnd(),
  );

  return `${[...facts, '', ...table].join('\n')}\n`.replace(/[^\P{Cc}\n]/gu, '\ufffd');
}

/** At least cents; `…` stands for digits that are left out. */
function shortened(decimals: string): string {
  return decimals.length > MOST_DECIMALS ? `${decimals.slice(0, MOST_DECIMALS)}…` : decimals.padEnd(2, '0');
}

function factsOf(explanation: Explanation): readonly (readonly [label: string, text: string])[] {
  const { amount, totalAmount, asOf, card, region, processor, rules } = explanation;
  const whole = totalAmount === undefined ? '' : ` of a total of ${usd(totalAmount)}`;
  const state = region.state === undefined ? '' : `state ${region.state}, `;

  return [
    ['sale', `US$ ${usd(amount)}${whole}${asOf === undefined ? '' : ` on ${asOf}`}`],
    ['card', `${card.prefix}: ${card.brand}, ${card.kind === 'unknown' ? 'kind unknown' : card.kind}`],
    ['region', `${region.value}: ${state}country ${region.country}`],
    ['processor', `${processor.name} (${processor.mid}): ${processor.model}`],
    ...rules.map((rule, index) => [index === 0 ? 'rules' : '', ruleText(rule)] as const),
  ];
}

function ruleText({ name, effect, from, to, source }: Explanation['rules'][number]): string {
  const since = from === undefined ? '' : `, from ${from}`;
  const until = to === undefined ? '' : `, until ${to}`;

  return `${name}: ${effect}${since}${until} (${source})`;
}

function rowsOf({ lines, sum, limits, obstacles, rounding, transactionFee }: Explanation): readonly FeeRow[] {
  if (obstacles.length > 0) return [['fee', String(transactionFee), obstacles.join('; ')]];

  return [
    ...lines.map(({ label, amount, note }): FeeRow => [label, amount, note]),
    ['sum', sum, ''],
    ...limits.map(({ label, limit, note, applied }): FeeRow => {
      return [label, limit, applied ? `${note}: less than the sum, so it applies` : note];
    }),
    ['fee', String(transactionFee), `rounded ${rounding.mode} to ${rounding.decimals} decimals`],
  ];
}

function usd(amount: string): string {
  const [whole, decimals = ''] = amount.split('.');

  return `${whole}.${shortened(decimals)}`;
}
