/** Formats an explained quote as a table. */
import type { Explanation } from '../src/engine/index.ts';

type FeeRow = readonly [label: string, amount: string, note: string];

/** The most decimals that are shown of an amount. */
const MOST_DECIMALS = 10;

export function feeTable(explanation: Explanation): string {
  return printable(tableOf(explanation));
}

/** Replaces control characters, which a terminal would interpret. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, '\ufffd');
}

function tableOf(explanation: Explanation): string {
  const facts = factsOf(explanation).map(([label, text]) => `${label.padEnd(11)}${text}`);
  const rows = rowsOf(explanation).map(([label, amount, note]) => {
    const [whole = '', part = ''] = amount.split('.');
    return [label, whole, `.${shortened(part)}`, note] as const;
  });
  const [labelWidth, wholeWidth, partWidth] = [0, 1, 2].map((at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  ) as [number, number, number];
  // The decimal points are aligned.
  const table = rows.map(([label, whole, part, note]) =>
    `  ${label.padEnd(labelWidth)}  ${whole.padStart(wholeWidth)}${part.padEnd(partWidth)}  ${note}`.trimEnd(),
  );

  return `${[...facts, '', ...table].join('\n')}\n`;
}

/** At least cents; `…` stands for digits that are left out. */
function shortened(decimals: string): string {
  return decimals.length > MOST_DECIMALS ? `${decimals.slice(0, MOST_DECIMALS)}…` : decimals.padEnd(2, '0');
}

function factsOf(explanation: Explanation): readonly (readonly [label: string, text: string])[] {
  const { amount, totalAmount, asOf, card, region, processor, rules } = explanation;
  const whole = totalAmount === undefined ? '' : ` of a total of ${usd(totalAmount)}`;
  const state = region.state === undefined ? '' : `state ${region.state}, `;
  const [first, ...others] = rules.map(ruleText);

  return [
    ['sale', `US$ ${usd(amount)}${whole}${asOf === undefined ? '' : ` on ${asOf}`}`],
    ['card', `${card.prefix}: ${card.brand}, ${card.kind === 'unknown' ? 'kind unknown' : card.kind}`],
    ['region', `${region.value}: ${state}country ${region.country}`],
    ['processor', `${processor.name} (${processor.mid}): ${processor.model}`],
    ...(first === undefined ? [] : [['rules', first] as const]),
    ...others.map((text) => ['', text] as const),
  ];
}

function ruleText({ name, effect, from, to, source }: Explanation['rules'][number]): string {
  const since = from === undefined ? '' : `, from ${from}`;
  const until = to === undefined ? '' : `, until ${to}`;

  return `${name}: ${effect}${since}${until} (${source})`;
}

function rowsOf({ lines, sum, limits, obstacles, rounding, transactionFee }: Explanation): readonly FeeRow[] {
  const rounded = `rounded ${rounding.mode} to ${rounding.decimals} decimals`;
  if (obstacles.length > 0) return [['fee', String(transactionFee), obstacles.join('; ')]];

  return [
    ...lines.map(({ label, amount, note }): FeeRow => [label, amount, note]),
    ['sum', sum, ''],
    ...limits.map(
      ({ label, limit, note, applied }): FeeRow => [
        label,
        limit,
        applied ? `${note}: less than the sum, so it applies` : note,
      ],
    ),
    ['fee', String(transactionFee), rounded],
  ];
}

function usd(amount: string): string {
  const [whole, decimals = ''] = amount.split('.');

  return `${whole}.${shortened(decimals)}`;
}
