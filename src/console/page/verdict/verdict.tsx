/** The tab of the verdict so far: on the clients of a mock, on both sides of a proxy. */
import { useStore } from '../store.ts';
import { Text } from '../ui/text.tsx';
import { useLive } from '../ui/use-live.ts';
import type { AnyReport } from './report.ts';
import { SideVerdict } from './side-verdict.tsx';

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
