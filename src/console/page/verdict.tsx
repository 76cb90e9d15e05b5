/** The tab of the verdict so far: failed rules first, each with its fix, then what was not tested, and the coverage. */
import type { JournalEntry } from '../../exchange/journal/entry.ts';
import { capitalize } from '../../text/words.ts';
import { type Api, ApiError } from './api.ts';
import { useFixes, useLive, useLoaded } from './data.ts';
import {
  Badge,
  Button,
  Code,
  Facts,
  Fix,
  Line,
  Problem,
  Table,
  Text,
  toneOf,
  useTarget,
  type Word,
} from './elements.tsx';
import {
  COUNTS,
  type ConsoleReport,
  type ConsoleRule,
  type Count,
  countOf,
  type ShownCalls,
  type ShownSide,
  type ShownStep,
} from './report.ts';
import { hrefOf, useStore } from './store.ts';

/** @param item the id of a rule */
export function Verdict({ item }: { readonly item: string | undefined }) {
  const { feed, server } = useStore();
  const { data, problem, refresh } = useLive<ConsoleReport>('/verdict');
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

function SideVerdict({ side }: { readonly side: ShownSide }) {
  const { subject, verdict, summary, notes = [], rules, choices, coverage } = side;
  const found = rules.filter((rule) => gravity(rule) < LEVELS.length * 3);
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
      {found
        .toSorted((one, other) => gravity(one) - gravity(other))
        .map((rule) => (
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
            <details key={reason} class="reason">
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

/** The word for the colour: a should that failed is a warning. */
function wordOf(level: ConsoleRule['level'], count: Count): Word {
  return level !== 'must' && count === 'failed' ? 'should failed' : count;
}

const LEVELS = ['must', 'should', 'observe'] as const;

/** What counts comes first, and a must before a should. */
function gravity(rule: ConsoleRule): number {
  return LEVELS.length * COUNTS.indexOf(countOf(rule)) + LEVELS.indexOf(rule.level);
}

/** One row for each level: must and should are never added up. */
function Counts({ rules }: { readonly rules: readonly ConsoleRule[] }) {
  const columns = COUNTS.filter((count) => rules.some((rule) => countOf(rule) === count));
  const levels = LEVELS.filter((level) => rules.some((rule) => rule.level === level));

  return (
    <Table
      caption="Rules by level and outcome"
      class="counts"
      columns={['level', ...columns.map((count) => [count, 'number'] as const)]}
    >
      {levels.map((level) => (
        <tr key={level}>
          <th scope="row">{level}</th>
          {columns.map((count) => {
            const number = rules.filter((rule) => rule.level === level && countOf(rule) === count).length;

            return (
              <td
                key={count}
                class={`number ${number === 0 ? 'muted' : `tone ${toneOf(wordOf(level, count))}`}`}
              >
                {number}
              </td>
            );
          })}
        </tr>
      ))}
    </Table>
  );
}

/** Later exchanges with the same finding that are linked. */
const MOST_LINKED = 12;

function FailedRule({ rule, fix }: { readonly rule: ConsoleRule; readonly fix: string | undefined }) {
  const { feed } = useStore();
  const { id, section, level, title, reason, counterexample } = rule;
  const count = countOf(rule);
  const word = wordOf(level, count);
  const steps = counterexample?.steps ?? [];
  const shown = new Set(steps.map(({ requestId }) => requestId));
  const others = feed.exchanges.value.filter((entry) => !shown.has(entry.requestId) && hasFinding(entry, id));

  return (
    <article id={id} tabIndex={-1} class={`card stack failed-rule ${toneOf(word)}`}>
      <header class="bar">
        <Badge word={word}>
          {level} {count}
        </Badge>
        <code>{id}</code>
        <span class="muted">section {section}</span>
      </header>
      <h4>
        <Text text={title} />
      </h4>
      {counterexample === undefined ? (
        <Line text={reason} />
      ) : (
        <Facts
          class="pair"
          pairs={[
            ['Expected', counterexample.expected, 'expected'],
            [`Got${oftenIn(reason)}`, counterexample.got, 'got'],
          ]}
        />
      )}
      <Fix text={fix} />
      {steps.length > 0 && (
        <ol class="steps">
          {steps.map((step, at) => (
            <li key={step.requestId ?? at}>
              <StepLink step={step} />
            </li>
          ))}
        </ol>
      )}
      {others.length > 0 && (
        <p class="bar">
          {/* No number: the page may have fewer than were judged. */}
          <span class="muted">
            {others.length > MOST_LINKED ? 'Also in others, the last ones:' : 'Also in'}
          </span>
          {others.slice(-MOST_LINKED).map(({ requestId }) => (
            <a key={requestId} href={hrefOf('exchanges', requestId)}>
              <code>{requestId}</code>
            </a>
          ))}
        </p>
      )}
    </article>
  );
}

function StepLink({ step: { request, response, requestId } }: { readonly step: ShownStep }) {
  const { api, feed } = useStore();
  const isHere = feed.exchanges.value.some((entry) => entry.requestId === requestId);
  const isGone = useLoaded(
    () => (requestId === undefined || isHere ? undefined : isUnknown(api, requestId)),
    [requestId, isHere],
  ).value;
  const answered = 'none' in response ? 'no response' : String(response.status);
  const path = request.url.replace(/^[a-z]+:\/\/[^/]*/i, '');
  const text = <Text text={`${request.method} ${path} → ${answered}`} />;
  if (requestId === undefined) return text;
  if (!isGone) return <a href={hrefOf('exchanges', requestId)}>{text}</a>;

  return (
    <>
      {text}{' '}
      <small>
        gone: the journal has dropped it. It keeps the newest (of a mock as many as <code>--journal N</code>{' '}
        says).
      </small>
    </>
  );
}

/** Whether the journal has the exchange no more. */
async function isUnknown(api: Api, requestId: string): Promise<boolean> {
  try {
    await api.get(`/journal/${encodeURIComponent(requestId)}`);

    return false;
  } catch (error) {
    return error instanceof ApiError && error.status === 404;
  }
}

function hasFinding({ hints, violations }: JournalEntry, id: string): boolean {
  return hints.some(({ rule }) => rule === id) || violations.some(({ rule }) => rule === id);
}

/** Such as ` 3 of 10 times`, which stands before what was expected. */
function oftenIn(reason: string): string {
  const often = /^\d+ of \d+ times(?=: )/.exec(reason)?.[0];

  return often === undefined ? '' : ` ${often}`;
}

function RuleList({ rules }: { readonly rules: readonly ConsoleRule[] }) {
  return (
    <ul class="rule-list">
      {rules.map(({ id, level, title, exercised }) => (
        <li key={id} id={id} tabIndex={-1}>
          <Code text={id} /> <span class="muted">{level}</span>
          {exercised > 0 && <span class="muted"> · {exercised} judged</span>}
          <br />
          <Text text={title} />
        </li>
      ))}
    </ul>
  );
}

function Coverage({ coverage }: { readonly coverage: NonNullable<ShownSide['coverage']> }) {
  const { operations, fields, places, merchants, choices } = coverage;
  const { calculateFee, attachSale } = operations;
  const groups: readonly (readonly [title: string, calls: ShownCalls])[] = [
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
