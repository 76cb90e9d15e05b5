/** The verdict on one side: its word and sentence, the counts by level, and what each rule found. */
import { Text } from '../ui/text.tsx';
import { FailedRule } from './failed-rule.tsx';
import { FoldedRules } from './folded-rules.tsx';
import { type Count, countOf, type Rule, type Side } from './report.ts';

const WORDS = {
  conformant: { word: 'Conformant', sign: '✓', tone: 'good' },
  nonconformant: { word: 'Nonconformant', sign: '✗', tone: 'bad' },
  inconclusive: { word: 'Inconclusive', sign: '?', tone: 'warn' },
} as const;

const TITLES = { client: 'The client', service: 'The service' } as const;

export function SideVerdict({ side }: { readonly side: Side }) {
  const { subject, verdict, summary, notes = [], rules, choices } = side;
  const { word, sign, tone } = WORDS[verdict];
  const found = rules
    .filter((rule) => ['failed', 'unstable', 'accepted'].includes(countOf(rule)))
    .toSorted((one, other) => gravity(one) - gravity(other));
  const seen = Object.entries(choices);

  return (
    <section class="stack" aria-labelledby={`side-${subject}`}>
      <div class={`card verdict-head ${tone}`} data-verdict={verdict}>
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
          <dl class="facts">
            {seen.map(([name, option]) => (
              <div key={name}>
                <dt>
                  <code>{name}</code>
                </dt>
                <dd>
                  <Text text={option} />
                </dd>
              </div>
            ))}
          </dl>
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
