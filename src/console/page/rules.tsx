/** The rules of a verdict: how many of each outcome, a failed one with its counterexample and fix, a list of the others. */
import type { ReportRule, ReportStep } from '../../../conformance/report/report.ts';
import { Badge, Code, Facts, Fix, Line, Table, Text, toneOf, type Word } from './elements.tsx';
import { hrefOf } from './store.ts';

/** How the page counts each outcome, what counts first. */
const COUNTS = ['failed', 'unstable', 'excused', 'passed', 'observed', 'not tested'] as const;

type Count = (typeof COUNTS)[number];

/** A failure that a waiver or baseline accepts does not count as failed. */
export function countOf({ outcome, waived, known }: ReportRule): Count {
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
export function foundIn(rules: readonly ReportRule[]): readonly ReportRule[] {
  const rankOf = (rule: ReportRule) =>
    LEVELS.length * COUNTS.indexOf(countOf(rule)) + LEVELS.indexOf(rule.level);

  return rules
    .filter((rule) => COUNTS.indexOf(countOf(rule)) < COUNTS.indexOf('passed'))
    .toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** One row for each level: must and should are never added up. */
export function Counts({ rules }: { readonly rules: readonly ReportRule[] }) {
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

export function FailedRule({ rule, fix }: { readonly rule: ReportRule; readonly fix: string | undefined }) {
  const { id, section, level, title, reason, counterexample } = rule;
  const count = countOf(rule);
  const word = wordOf(level, count);
  const steps = counterexample?.steps ?? [];

  return (
    <article id={id} tabIndex={-1} class={`card stack finding ${toneOf(word)}`}>
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
              <StepLink {...step} />
            </li>
          ))}
        </ol>
      )}
    </article>
  );
}

/** It leads to the exchange, which says where the journal has dropped it. */
function StepLink({ request, response, requestId }: ReportStep) {
  const answered = 'none' in response ? 'no response' : String(response.status);
  const path = request.url.replace(/^[a-z]+:\/\/[^/]*/i, '');
  const text = <Text text={`${request.method} ${path} → ${answered}`} />;

  return requestId === undefined ? text : <a href={hrefOf('exchanges', requestId)}>{text}</a>;
}

/** Such as ` 3 of 10 times`, which stands before what was expected. */
function oftenIn(reason: string): string {
  const often = /^\d+ of \d+ times(?=: )/.exec(reason)?.[0];

  return often === undefined ? '' : ` ${often}`;
}

export function RuleList({ rules }: { readonly rules: readonly ReportRule[] }) {
  return (
    <ul class="stack">
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
