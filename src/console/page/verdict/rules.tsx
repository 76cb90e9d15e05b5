/** What each rule found: those that failed with the exchanges that show it, the others folded. */
import type { JournalEntry } from '../../../exchange/journal/entry.ts';
import { type Api, ApiError } from '../api.ts';
import { useLoaded } from '../data.ts';
import { Text } from '../elements.tsx';
import { hrefOf, useStore } from '../store.ts';
import { countOf, type ReportStep, type Rule } from './report.ts';

/** Later exchanges with the same finding that are linked. */
const MOST_LINKED = 12;

const LABELS = {
  failed: { must: 'must failed', should: 'should failed', observe: 'failed' },
  unstable: { must: 'must unstable', should: 'should unstable', observe: 'unstable' },
} as const;

export function FailedRule({ rule }: { readonly rule: Rule }) {
  const { feed } = useStore();
  const { id, section, level, title, reason, counterexample } = rule;
  const count = countOf(rule);
  const label = count === 'failed' || count === 'unstable' ? LABELS[count][level] : `${level}, accepted`;
  const tone =
    count === 'failed' ? (level === 'must' ? 'bad' : 'warn') : count === 'unstable' ? 'warn' : 'calm';
  const steps = counterexample?.steps ?? [];
  const shown = new Set(steps.map(({ requestId }) => requestId));
  const others = feed.exchanges.value.filter((entry) => !shown.has(entry.requestId) && hasFinding(entry, id));

  return (
    <article class={`card stack failed-rule ${tone}`}>
      <header class="bar">
        <span class="badge">{label}</span>
        <code>{id}</code>
        <span class="muted">section {section}</span>
      </header>
      <h4>
        <Text text={title} />
      </h4>
      {counterexample === undefined ? (
        <p>
          <Text text={reason} />
        </p>
      ) : (
        <dl class="pair">
          <div class="good">
            <dt class="tone">Expected</dt>
            <dd>
              <Text text={counterexample.expected} />
            </dd>
          </div>
          <div class="bad">
            <dt class="tone">Got{oftenIn(reason)}</dt>
            <dd>
              <Text text={counterexample.got} />
            </dd>
          </div>
        </dl>
      )}
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
      <small>
        <code>tollgate rules {id}</code> explains it, with an example and how to fix it.
      </small>
    </article>
  );
}

function StepLink({ step: { request, response, requestId } }: { readonly step: ReportStep }) {
  const answered = 'none' in response ? 'no response' : String(response.status);
  const text = <Text text={`${request.method} ${pathOf(request.url)} → ${answered}`} />;
  const isGone = useIsGone(requestId);
  if (requestId === undefined) return text;
  if (!isGone) return <a href={hrefOf('exchanges', requestId)}>{text}</a>;

  return (
    <>
      {text}{' '}
      <small class="muted">
        gone: the journal has dropped it. It keeps the newest (of a mock as many as <code>--journal N</code>{' '}
        says).
      </small>
    </>
  );
}

/** Whether neither the page nor the journal has the exchange any more. */
function useIsGone(requestId: string | undefined): boolean {
  const { api, feed } = useStore();
  const isHere = feed.exchanges.value.some((entry) => entry.requestId === requestId);
  const { value } = useLoaded(
    () => (requestId === undefined || isHere ? undefined : isUnknown(api, requestId)),
    [requestId, isHere],
  );

  return value === true;
}

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

function pathOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/]*/i, '');
}

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
