/** An example for each rule: the counterexample of a mock that breaks it, with placeholders for values that differ between runs. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describeMock } from '../cli/describe-mock.ts';
import { conform } from '../conformance/index.ts';
import type { ReportCounterexample, ReportStep } from '../conformance/report/report.ts';
import { MUST_RULES, type MustRule, SHOULD_RULES, type ShouldRule } from '../src/contract/rule-ids.ts';
import { startMock } from '../src/mock/index.ts';

type RuleWithLevel = MustRule | ShouldRule;

/** Rules without a short example from a mock. */
const BY_HAND: Partial<Readonly<Record<RuleWithLevel, string>>> = parse(
  readFileSync(new URL('pages/examples.yaml', import.meta.url), 'utf8'),
);

export type RuleExamples = ReadonlyMap<RuleWithLevel, string>;

export async function ruleExamples(): Promise<RuleExamples> {
  const examples = new Map<RuleWithLevel, string>();
  for (const rule of [...MUST_RULES, ...SHOULD_RULES])
    examples.set(rule, BY_HAND[rule] ?? (await exampleOf(rule)));

  return examples;
}

async function exampleOf(rule: RuleWithLevel): Promise<string> {
  if (rule === 'transport/https') throw new Error('no mock breaks transport/https');
  // The secret lets the mock refuse tokens of other issuers.
  await using mock = await startMock({ defects: [rule], jwtSecret: 'the secret of an example' });
  const { pricing, ...unpriced } = describeMock(mock);
  const report = await conform({
    // With prices, one rule compares the fees.
    deployment:
      rule === 'fee/matches-reference' && pricing !== undefined ? { ...unpriced, pricing } : unpriced,
    effort: 'standard',
    seed: 1,
    selects: (id) => id === rule,
  });
  const { counterexample } = report.rules.find(({ id }) => id === rule) ?? {};
  if (counterexample === undefined)
    throw new Error(`${rule}: expected the mock that breaks it to fail, got a pass`);

  return show(counterexample, mock.url, SHOWS_REFUSALS.includes(rule) ? 'with their texts' : 'in short');
}

/** Rules about the contents of a refusal. */
const SHOWS_REFUSALS: readonly RuleWithLevel[] = [
  'nicn/never-echoes-card-number',
  'robustness/no-internals-in-errors',
];

type Refusals = 'in short' | 'with their texts';

function show({ steps, expected, got }: ReportCounterexample, url: string, refusals: Refusals): string {
  const shown = steps.flatMap(({ request, response, curl }) => [
    ...noteOn(request, curl),
    `${request.method} ${request.url.replace(url, '')} ${request.body}`.trim(),
    `→ ${describe(response, refusals)}`,
  ]);
  const lines = [
    ...shown,
    `expected: ${expected.replace(/,$/, '')}`,
    ...(repeats(got) ? [] : [`got: ${got}`]),
  ];

  return named(lines.join('\n'));
}

/** A comment on what the line and body of a request do not show. */
function noteOn({ headers: { authorization } }: ReportStep['request'], curl: string): readonly string[] {
  const token =
    authorization === undefined
      ? ['without a token']
      : authorization === 'Bearer $TOLLGATE_TOKEN'
        ? []
        : authorization === 'Bearer $TOLLGATE_TOKEN_SEVERAL'
          ? ['as the merchant with several processors']
          : [`with Authorization: ${authorization}`];
  const time = /( &|; wait)$/.test(curl) ? ['at the same time as the other call'] : [];
  const notes = [...token, ...time];

  return notes.length === 0 ? [] : [`# ${notes.join(', ')}`];
}

function describe(response: ReportStep['response'], refusals: Refusals): string {
  if ('none' in response) return `no response: ${response.none}`;
  const { status, body, headers } = response;
  if (status < 300) {
    const type = headers['content-type'] ?? 'none';

    return `${status} ${body}${type.startsWith('application/json') ? '' : `, Content-Type ${type}`}`;
  }
  if (refusals === 'in short') return `${status}, ${status < 500 ? 'a refusal' : 'a server error'}`;
  const { detail } = JSON.parse(body) as { readonly detail?: string };

  return `${status} {…"detail":${JSON.stringify(detail)}…}`;
}

/** Whether the description only repeats the response above. */
function repeats(got: string): boolean {
  return /^(refused|accepted|unclear): /.test(got) || got.length < 60;
}

/** Replaces identifiers, which differ between runs: `S1` for an sTxId, `order-1` for an mTxId. */
function named(text: string): string {
  const names = new Map<string, string>();
  const nameOf = (value: string, prefix: string) => {
    const known =
      names.get(value) ??
      `${prefix}${[...names.values()].filter((name) => name.startsWith(prefix)).length + 1}`;
    names.set(value, known);

    return known;
  };

  return text
    .replace(/\b[0-9a-f]{32}\b/g, (sTxId) => nameOf(sTxId, 'S'))
    .replace(/[0-9a-z]{5}x{7}/g, (mTxId) => nameOf(mTxId, 'order-'))
    .replace(/"sTxId":[\d.e+]+/g, '"sTxId":1234567890');
}
