/** The tab of the verdict so far: on the clients of a mock, on both sides of a proxy. */
import { useLive } from '../data.ts';
import { Facts, Text } from '../elements.tsx';
import { useStore } from '../store.ts';
import { type AnyReport, type Count, countOf, type Rule, type Side } from './report.ts';
import { FailedRule, FoldedRules } from './rules.tsx';

export function Verdict() {
  const { feed, server } = useStore();
  const { data, error, refresh } = useLive<AnyReport>('/verdict');
  const report = data.value;
  const sides = report === undefined ? [] : report.subject === 'traffic' ? report.sides : [report];
  const hasEnded = feed.connection.value.kind === 'lost';
  const notJudged = report?.subject === 'traffic' ? report.notJudged : [];

  return (
    <div class="verdicts stack">
      <div class="bar">
        <h2>Verdict so far</h2>
        <p class="muted grow">
          {server.value?.kind === 'proxy'
            ? 'On all exchanges since the proxy was started, on both sides.'
            : 'On the clients of this mock, since the start or the last reset. Each world has its own.'}
        </p>
        <button class="button" type="button" onClick={refresh}>
          Refresh
        </button>
      </div>
      {hasEnded ? (
        <p class="card warn tone" role="alert">
          The {server.value?.kind ?? 'server'} has ended, or cannot be reached
          {report === undefined ? '.' : ': this is the last verdict that the page has read.'}
        </p>
      ) : (
        error.value !== undefined && (
          <p class="card bad tone" role="alert">
            <Text text={error.value} />
          </p>
        )
      )}
      {report === undefined && error.value === undefined && !hasEnded && (
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
      Nothing was sent yet. Run your client or its tests against{' '}
      <code>{api.base.href.replace(/\/$/, '')}</code>
      {isProxy ? ' in place of the service' : ''}: the verdict follows within two seconds.
    </p>
  );
}

const WORDS = {
  conformant: { word: 'Conformant', sign: '✓', tone: 'good' },
  nonconformant: { word: 'Nonconformant', sign: '✗', tone: 'bad' },
  inconclusive: { word: 'Inconclusive', sign: '?', tone: 'warn' },
} as const;

const TITLES = { client: 'The client', service: 'The service' } as const;

function SideVerdict({ side }: { readonly side: Side }) {
  const { subject, verdict, summary, notes = [], rules, choices } = side;
  const { word, sign, tone } = WORDS[verdict];
  const found = rules
    .filter((rule) => ['failed', 'unstable', 'accepted'].includes(countOf(rule)))
    .toSorted((one, other) => gravity(one) - gravity(other));
  const seen = Object.entries(choices);

  return (
    <section class="stack" aria-labelledby={`side-${subject}`}>
      <div class={`card verdict-head bar ${tone}`} data-verdict={verdict}>
        <span class="sign" aria-hidden="true">
          {sign}
        </span>
        <div class="stack" aria-live="polite">
          <h3 id={`side-${subject}`}>
            <small>{TITLES[subject]}</small> <span class="tone">{word}</span>
          </h3>
          <p>
            <Text text={summary} />
          </p>
          {notes.map((note) => (
            <p key={note} class="muted">
              <Text text={note} />
            </p>
          ))}
          <Counts rules={rules} />
        </div>
      </div>
      {found.map((rule) => (
        <FailedRule key={rule.id} rule={rule} />
      ))}
      <FoldedRules rules={rules} />
      {seen.length > 0 && (
        <details class="card">
          <summary>Choices that the service was seen to make ({seen.length})</summary>
          <Facts pairs={seen} />
        </details>
      )}
    </section>
  );
}

const LEVELS = ['must', 'should', 'observe'] as const;
const COUNTS: readonly Count[] = ['failed', 'unstable', 'accepted', 'passed', 'observed', 'not tested'];
const TONES: { readonly [C in Count]: string } = {
  failed: 'bad',
  unstable: 'warn',
  accepted: 'calm',
  passed: 'good',
  observed: 'note',
  'not tested': 'calm',
};

/** One row for each level: must and should are never added up. */
function Counts({ rules }: { readonly rules: readonly Rule[] }) {
  const columns = COUNTS.filter((count) => rules.some((rule) => countOf(rule) === count));
  const levels = LEVELS.filter((level) => rules.some((rule) => rule.level === level));

  return (
    <table class="counts">
      <caption class="hidden">Rules by level and outcome</caption>
      <thead>
        <tr>
          <th scope="col">level</th>
          {columns.map((count) => (
            <th key={count} scope="col" class="number">
              {count}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {levels.map((level) => (
          <tr key={level}>
            <th scope="row">{level}</th>
            {columns.map((count) => {
              const number = rules.filter((rule) => rule.level === level && countOf(rule) === count).length;
              const tone = level === 'should' && count === 'failed' ? 'warn' : TONES[count];

              return (
                <td key={count} class={`number ${number === 0 ? 'muted' : `tone ${tone}`}`}>
                  {number}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What counts comes first, and a must before a should. */
function gravity(rule: Rule): number {
  const order: readonly Count[] = ['failed', 'unstable', 'accepted'];

  return 3 * order.indexOf(countOf(rule)) + LEVELS.indexOf(rule.level);
}
