/** What to do while there are no exchanges: a call to paste. */
import { useStore } from '../store.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Text } from '../ui/text.tsx';
import { useLoaded } from '../ui/use-loaded.ts';

/** As `GET /` of a mock has it. */
interface Listing {
  readonly tokens: string;
  readonly try: readonly string[];
}

export function FirstCall() {
  const { api, server, feed } = useStore();
  const kind = server.value?.kind;
  const connection = feed.connection.value;
  const { value } = useLoaded(() => (kind === 'mock' ? api.getIndex<Listing>() : undefined), [kind]);
  const address = api.base.href.replace(/\/$/, '');
  if (connection.kind === 'refused')
    return (
      <div class="empty">
        <h2>The server lets the console see nothing</h2>
        <p>
          <Text text={connection.why} />
        </p>
      </div>
    );

  return (
    <div class="empty">
      <h2>{feed.isPaused.value ? 'Paused' : 'Waiting for the first exchange'}</h2>
      {kind === 'proxy' && (
        <p>
          Point your client at <code>{address}</code> in place of{' '}
          <code>
            <Text text={server.value?.to ?? ''} />
          </code>
          . Each call of the API appears here.
        </p>
      )}
      {value !== undefined && (
        <>
          <p>Paste this into a shell. The fee appears here.</p>
          <pre class="sunken">
            <Text text={value.try[0] ?? ''} hasLines />
          </pre>
          <p class="bar">
            <CopyButton label="Copy" what="the first call" text={() => value.try[0] ?? ''} />
            <span class="muted">
              <code>export TOLLGATE_TOKEN=$(npx tollgate token)</code>. Accepted:{' '}
              <Text text={value.tokens.replaceAll('`', '')} />
            </span>
          </p>
        </>
      )}
    </div>
  );
}
