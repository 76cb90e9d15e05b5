/** The tab of the verdict so far: failed rules first, each with its fix, then what was not tested, and the coverage. */
import type { AnyReport, Report } from '../../../conformance/report/report.ts';
import { capitalize } from '../../text/words.ts';
import { useFixes, useLive } from './data.ts';
import { Button, Facts, Line, Problem, Text, toneOf, useTarget } from './elements.tsx';
import { Counts, countOf, FailedRule, foundIn, RuleList } from './rules.tsx';
import { useStore } from './store.ts';

/** @param item the id of a rule */
export function Verdict({ item }: { readonly item: string | undefined }) {
  const { feed, server } = useStore();
  const { data, problem, refresh } = useLive<AnyReport>('/verdict');
  const report = data.value;
  const sides = report === undefined ? [] : report.subject === 'traffic' ? report.sides : [report];
  const notJudged = report?.subject === 'traffic' ? report.notJudged : [];
  const { kind = 'server' } = server.value ?? {};
  const hasEnded = feed.connection.value.kind === 'lost';
  const ended = `The ${kind} has ended, or cannot be reached${report === undefined ? '.' : ': this is the last verdict that the page has read.'}`;
  useTarget(item, report !== undefined);

  return (
    <div class="verdicts stack">
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
      {report?.requests === 0 && <NoRequests />}
      <div class={sides.length > 1 ? 'sides' : 'stack'}>
        {sides.map((side) => (
          <SideVerdict key={side.subject} side={side} />
        ))}
      </div>
      {notJudged.length > 0 && (
        <section class="card stack" aria-labelledby="not-judged-title">
          <h3 id="not-judged-title">Not judged</h3>
          <ul>
            {notJudged.map(({ why, count }) => (
              <li key={why}>
                {count} × <Text text={why} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function NoRequests() {
  const { api, server } = useStore();
  const isProxy = server.value?.kind === 'proxy';

  return (
    <p class="card">
      Nothing was sent yet. Run your client or its tests against <code>{api.address}</code>
      {isProxy ? ' in place of the service' : ''}: the verdict follows within two seconds.
    </p>
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
      <div class={`card verdict-head bar ${toneOf(verdict)}`} data-verdict={verdict}>
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
      {found.map((rule) => (
        <FailedRule key={rule.id} rule={rule} fix={fixes[rule.id]} />
      ))}
      {passed.length > 0 && (
        <details class="card">
          <summary>Passed ({passed.length})</summary>
          <RuleList rules={passed} />
        </details>
      )}
      {untested.length > 0 && (
        <details class="card">
          <summary>Not tested ({untested.length})</summary>
          {[...Map.groupBy(untested, ({ reason }) => reason)].map(([reason, same]) => (
            <details key={reason}>
              <summary>
                <Text text={reason} /> ({same.length})
              </summary>
              <RuleList rules={same} />
            </details>
          ))}
        </details>
      )}
      {coverage !== undefined && <Coverage coverage={coverage} />}
      {seen.length > 0 && (
        <details class="card">
          <summary>Choices that the service was seen to make ({seen.length})</summary>
          <Facts pairs={seen} />
        </details>
      )}
    </section>
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
    <details class="card">
      <summary>
        Coverage ({all.filter(Boolean).length} of {all.length} parts of the contract)
      </summary>
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
    </details>
  );
}
