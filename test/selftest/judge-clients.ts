/** Judges the built-in clients: each mistake must be found by its own rule, and each legal style must pass. */
import { checkClient, type RecordOptions } from '../../conformance/index.ts';
import type { EffortName, Report } from '../../conformance/report/report.ts';
import { CLIENT_MUST_RULES, CLIENT_RULE_IDS, type ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import { startMock } from '../../src/mock/index.ts';
import { MISTAKES, type RunShop, STYLES, type Style } from './clients.ts';

export type ClientSubject =
  | { readonly kind: 'mistake'; readonly name: ClientRuleId; readonly run: RunShop }
  | ({ readonly kind: 'style' } & Style);

export const CLIENT_SUBJECTS: readonly ClientSubject[] = [
  ...CLIENT_RULE_IDS.map((name) => ({ kind: 'mistake', name, run: MISTAKES[name] }) as const),
  ...STYLES.map((style) => ({ kind: 'style', ...style }) as const),
];

export interface JudgedClient {
  readonly subject: ClientSubject;
  readonly report: Report;
  /** Deviations from the expected results, each in a sentence. */
  readonly deviations: readonly string[];
}

/** Milliseconds of one run: enough for three attempts with responses two seconds late. */
const TIME_LIMIT = 15_000;

/** Runs of one client side by side: they wait for most of their time. */
const JOBS = 3;

export interface JudgeClientOptions {
  readonly seed: number;
  readonly signal?: AbortSignal;
  /** The effort for a style; `standard` by default. */
  readonly effort?: EffortName;
  /** The rules that judge a style; all by default. */
  readonly selects?: (id: ClientRuleId) => boolean;
  readonly record?: RecordOptions;
}

/** A mistake is judged by its own rule and by those that need no run of their own; a style by all. */
export async function judgeClient(
  subject: ClientSubject,
  options: JudgeClientOptions,
): Promise<JudgedClient> {
  const { seed, signal, effort = 'standard', selects = () => true, record } = options;
  const { kind, name, run } = subject;
  const report = await checkClient({
    startMock: (settings) => startMock({ ...settings, control: 'off', journal: 0 }),
    run,
    ...{ seed, signal, record, jobs: JOBS },
    effort: kind === 'style' ? effort : 'standard',
    timeLimit: TIME_LIMIT,
    target: name,
    selects: (id) => (kind === 'style' ? selects(id) : id === name || /^client-(?:request|flow)\//.test(id)),
  });

  return { subject, report, deviations: deviationsOf(subject, report) };
}

function deviationsOf(subject: ClientSubject, { rules, verdict, summary }: Report): readonly string[] {
  const wrong = rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'unstable');
  if (subject.kind === 'style') {
    const { warnings = [] } = subject;
    const accusations = wrong.filter(({ id }) => !warnings.some((rule) => rule === id));

    return [
      ...(verdict === 'conformant' ? [] : [`expected the verdict conformant, got ${verdict}: ${summary}`]),
      ...accusations.map(({ id, reason }) => `expected ${id} to pass, got: ${reason}`),
    ];
  }
  const own = rules.find(({ id }) => id === subject.name);
  const besides = wrong.filter(({ id }) => id !== subject.name && !isBeside(subject.name, id));
  const isMust = CLIENT_MUST_RULES.some((id) => id === subject.name);

  return [
    ...(own?.outcome === 'fail'
      ? []
      : [`expected ${subject.name} to fail, got ${own?.outcome}: ${own?.reason}`]),
    ...(isMust && verdict !== 'nonconformant' ? [`expected the verdict nonconformant, got ${verdict}`] : []),
    ...besides.map(({ id, reason }) => `expected no other rule to fail, got ${id}: ${reason}`),
  ];
}

/** Other rules that the same mistake breaks. */
const BESIDES: { readonly [Id in ClientRuleId]?: readonly ClientRuleId[] } = {
  // A changed sTxId names no transaction.
  'client-flow/uses-identifiers-it-was-given': ['client-flow/sells-what-was-priced'],
};

function isBeside(mistake: ClientRuleId, id: string): boolean {
  return BESIDES[mistake]?.some((rule) => rule === id) ?? false;
}
