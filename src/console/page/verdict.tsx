/** The tab of the verdict so far: failed rules first, each with its fix, then what was not tested, and the coverage. */
import type { AnyReport, Report, ReportRule, ReportStep } from '../../../conformance/report/report.ts';
import { capitalize } from '../../text/words.ts';
import { useFixes, useLive } from './data.ts';
import {
  Button,
  Code,
  Facts,
  type FindingProps,
  Findings,
  Fold,
  Line,
  Problem,
  Table,
  Text,
  toneOf,
  useTarget,
  type Word,
} from './elements.tsx';
import { hrefOf, useStore } from './store.ts';

/** @param item the id of a rule */
export function Verdict({ item }: { readonly item: string | undefined }) {
  const { api, feed, server } = useStore();
  const { data: report, problem, refresh } = useLive<AnyReport>('/verdict');
  const sides = report === undefined ? [] : report.subject === 'traffic' ? report.sides : [report];
  const notJudged = report?.subject === 'traffic' ? report.notJudged : [];
  const { kind = 'server' } = server.value ?? {};
  const hasEnded = feed.connection.value.kind === 'lost';
  const ended = `The ${kind} has ended, or cannot be reached${report === undefined ? '.' : ': this is the last verdict that the page has read.'}`;
  useTarget(item, report !== undefined);

  return (
    <div class="page stack">
      <div class="bar">
        <h2>Verdict so far</h2>
        <p class="muted grow">
          {kind === 'proxy'
            ? 'On all exchanges since the proxy was started, on both sides.'
            : 'On the clients of this mock, since the start or the last reset. Each world has its own.'}
        </p>
        <Button label="Refresh" action={refresh} />
      </div>
      <Problem text={hasEnded ? ended : problem} />
      {report === undefined && problem === undefined && !hasEnded && (
        <p class="muted">Reading the verdict…</p>
      )}
      {report?.requests === 0 && (
        <p class="card">
          Nothing was sent yet. Run your client or its tests against <code>{api.address}</code>
          {kind === 'proxy' ? ' in place of the service' : ''}: the verdict follows within two seconds.
        </p>
      )}
      <div class={sides.length > 1 ? 'sides' : 'stack'}>
        {sides.map((side) => (
          <SideVerdict key={side.subject} side={side} />
        ))}
      </div>
      {notJudged.length > 0 && (
        <section class="card stack">
          <h3>Not judged</h3>
          {notJudged.map(({ why, count }) => (
            <Line key={why} text={`${count} × ${why}`} />
          ))}
        </section>
      )}
    </div>
  );
}

const SIGNS = { conformant: '✓', nonconformant: '✗', inconclusive: '?' } as const;

function SideVerdict({ side }: { readonly side: Report }) {
  const { subject, verdict, summary, notes = [], rules, choices, coverage } = side;
  const found = foundIn(rules);
  const fixes = useFixes(found.length > 0);
  const seen = Object.entries(choices);
  const passed = rules.filter((rule) => countOf(rule) === 'passed');
  const untested = rules.filter((rule) => countOf(rule) === 'not tested');

  return (
    <section class="stack" aria-labelledby={`side-${subject}`}>
      <div class={`card washed head bar ${toneOf(verdict)}`} data-verdict={verdict}>
        <span class="sign" aria-hidden="true">
          {SIGNS[verdict]}
        </span>
        <div class="stack" aria-live="polite">
          <h3 id={`side-${subject}`}>
            <small>The {subject}</small> <span class="tone">{capitalize(verdict)}</span>
          </h3>
          {[summary, ...notes].map((text) => (
            <Line key={text} text={text} />
          ))}
          <Counts rules={rules} />
        </div>
      </div>
      <Findings list={found.map((rule) => ({ ...findingOf(rule), fix: fixes[rule.id] }))} />
      {passed.length > 0 && (
        <Fold class="card" title={`Passed (${passed.length})`}>
          <RuleList rules={passed} />
        </Fold>
      )}
      {untested.length > 0 && (
        <Fold class="card" title={`Not tested (${untested.length})`}>
          {[...Map.groupBy(untested, ({ reason }) => reason)].map(([reason, same]) => (
            <Fold key={reason} title={<Text text={`${reason} (${same.length})`} />}>
              <RuleList rules={same} />
            </Fold>
          ))}
        </Fold>
      )}
      {coverage !== undefined && <Coverage coverage={coverage} />}
      {seen.length > 0 && (
        <Fold class="card" title={`Choices that the service was seen to make (${seen.length})`}>
          <Facts pairs={seen} />
        </Fold>
      )}
    </section>
  );
}

/** How the page counts each outcome, what counts first. */
const COUNTS = ['failed', 'unstable', 'excused', 'passed', 'observed', 'not tested'] as const;

type Count = (typeof COUNTS)[number];

/** A failure that a waiver or baseline accepts does not count as failed. */
function countOf({ outcome, waived, known }: ReportRule): Count {
  if (outcome === 'fail') return waived === undefined && known === undefined ? 'failed' : 'excused';
  if (outcome === 'pass') return 'passed';
  if (outcome === 'unstable' || outcome === 'broken') return 'unstable';

  return outcome === 'observed' ? 'observed' : 'not tested';
}

/** The word for the colour: a should that failed is a warning. */
function wordOf(level: ReportRule['level'], count: Count): Word {
  return level !== 'must' && count === 'failed' ? 'should failed' : count;
}

const LEVELS = ['must', 'should', 'observe'] as const;

/** Failed, unstable and excused rules: what counts comes first, and a must before a should. */
function foundIn(rules: readonly ReportRule[]): readonly ReportRule[] {
  return COUNTS.slice(0, COUNTS.indexOf('passed')).flatMap((count) =>
    LEVELS.flatMap((level) => rules.filter((rule) => rule.level === level && countOf(rule) === count)),
  );
}

/** One row for each level: must and should are never added up. */
function Counts({ rules }: { readonly rules: readonly ReportRule[] }) {
  const columns = COUNTS.filter((count) => rules.some((rule) => countOf(rule) === count));
  const levels = LEVELS.filter((level) => rules.some((rule) => rule.level === level));
  const cell = (level: ReportRule['level'], count: Count) => {
    const number = rules.filter((rule) => rule.level === level && countOf(rule) === count).length;

    return <span class={number === 0 ? 'muted' : `tone ${toneOf(wordOf(level, count))}`}>{number}</span>;
  };

  return (
    <Table
      caption="Rules by level and outcome"
      class="counts"
      columns={{ level: 'level', ...Object.fromEntries(columns.map((count) => [count, count])) }}
      rows={levels.map((level) => ({
        ...{ key: level, level: <b>{level}</b> },
        ...Object.fromEntries(columns.map((count) => [count, cell(level, count)])),
      }))}
    />
  );
}

function findingOf(rule: ReportRule): FindingProps {
  const { id, section, level, title, reason, counterexample } = rule;
  const count = countOf(rule);
  const head = { word: wordOf(level, count), badge: `${level} ${count}`, rule: id, section, title };
  if (counterexample === undefined) return { ...head, text: reason };
  const { steps, expected, got } = counterexample;
  // Such as `3 of 10 times`, which stands before what was expected.
  const [often = ''] = /^\d+ of \d+ times(?=: )/.exec(reason) ?? [];

  return {
    ...head,
    pairs: [
      ['Expected', expected, 'expected'],
      [`Got ${often}`.trim(), got, 'got'],
    ],
    steps: steps.map(StepLink),
  };
}

/** It leads to the exchange, which says where the journal has dropped it. */
function StepLink({ request, response, requestId }: ReportStep) {
  const answered = 'none' in response ? 'no response' : String(response.status);
  const path = request.url.replace(/^[a-z]+:\/\/[^/]*/i, '');
  const text = <Text text={`${request.method} ${path} → ${answered}`} />;

  return requestId === undefined ? text : <a href={hrefOf('exchanges', requestId)}>{text}</a>;
}

function RuleList({ rules }: { readonly rules: readonly ReportRule[] }) {
  return (
    <ul class="stack">
      {rules.map(({ id, level, title, exercised }) => (
        <li key={id} id={id} tabIndex={-1}>
          <Code text={id} />{' '}
          <span class="muted">
            {level}
            {exercised > 0 ? ` · ${exercised} judged` : ''}
          </span>
          <Line text={title} />
        </li>
      ))}
    </ul>
  );
}

function Coverage({ coverage }: { readonly coverage: NonNullable<Report['coverage']> }) {
  const { operations, fields, places, merchants, choices } = coverage;
  const { calculateFee, attachSale } = operations;
  const groups: readonly (readonly [title: string, calls: Readonly<Record<string, number>>])[] = [
    ['Operations', { 'fee calls': calculateFee, sales: attachSale }],
    ['Fields of fee calls', fields.calculateFee],
    ['Fields of sales', fields.attachSale],
    ['Places', places],
    ['Merchants', merchants],
    ['Choices', choices],
  ];
  const all = groups.flatMap(([, calls]) => Object.values(calls));

  return (
    <Fold
      class="card"
      title={`Coverage (${all.filter(Boolean).length} of ${all.length} parts of the contract)`}
    >
      <div class="stack">
        {groups.map(([title, calls]) => {
          const parts = Object.entries(calls);
          const untouched = parts.flatMap(([name, number]) => (number === 0 ? [name] : []));

          return (
            parts.length > 0 && (
              <section class="stack tight" key={title}>
                <h4>{title}</h4>
                <Facts
                  pairs={parts.map(([name, number]) => [name, number === 0 ? undefined : String(number)])}
                />
                {untouched.length > 0 && <Line class="muted" text={`In no call: ${untouched.join(', ')}.`} />}
              </section>
            )
          );
        })}
      </div>
    </Fold>
  );
}
