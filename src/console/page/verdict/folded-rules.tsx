/** The rules that did not fail: those that passed, and those that were not tested, folded by reason. */
import { Text } from '../ui/text.tsx';
import { countOf, type Rule } from './report.ts';

export function FoldedRules({ rules }: { readonly rules: readonly Rule[] }) {
  const passed = rules.filter((rule) => countOf(rule) === 'passed');
  const untested = rules.filter((rule) => countOf(rule) === 'not tested');
  const byReason = Map.groupBy(untested, ({ reason }) => reason);

  return (
    <>
      {passed.length > 0 && (
        <details class="card">
          <summary>Passed ({passed.length})</summary>
          <RuleList rules={passed} />
        </details>
      )}
      {untested.length > 0 && (
        <details class="card">
          <summary>Not tested ({untested.length})</summary>
          <div class="stack">
            {[...byReason].map(([reason, same]) => (
              <details key={reason} class="reason">
                <summary>
                  <Text text={reason} /> ({same.length})
                </summary>
                <RuleList rules={same} />
              </details>
            ))}
          </div>
        </details>
      )}
    </>
  );
}

function RuleList({ rules }: { readonly rules: readonly Rule[] }) {
  return (
    <ul class="rule-list">
      {rules.map(({ id, level, title, exercised }) => (
        <li key={id}>
          <code>{id}</code> <span class="muted">{level}</span>
          {exercised > 0 && <span class="muted"> · {exercised} judged</span>}
          <br />
          <Text text={title} />
        </li>
      ))}
    </ul>
  );
}
