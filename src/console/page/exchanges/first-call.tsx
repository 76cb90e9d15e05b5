/** What to do while there are no exchanges: a call to paste. */
import type { Feed } from '../feed.ts';
import { useStore } from '../store.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { OtherWorlds } from '../ui/other-worlds.tsx';
import { Code, Text } from '../ui/text.tsx';
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

  if (connection.kind === 'lost')
    return (
      <div class="empty">
        <h2>
          <Text text={`${address} is not reachable`} />
        </h2>
        <p>The console tries again every second, and continues where it was.</p>
      </div>
    );
  const command = value === undefined ? '' : pasted(value);

  return (
    <div class="empty">
      <h2>{headingOf(feed)}</h2>
      <OtherWorlds />
      {kind === 'proxy' && (
        <p>
          Point your client at <Code text={address} /> in place of{' '}
          <Code text={server.value?.to?.replace(/\/$/, '') ?? ''} />. Each call of the API appears here.
        </p>
      )}
      {value !== undefined && (
        <>
          <p>Paste this into a shell, and the fee appears here.</p>
          <pre class="sunken">
            <Text text={command} hasLines />
          </pre>
          <p class="bar">
            <CopyButton label="Copy" what="the first call" text={() => command} />
          </p>
          <p class="muted">
            Accepted tokens: <Text text={value.tokens.replaceAll('`', '')} />. The message that this mock
            started with has the command, and a token. The tab Reference sends calls without a shell.
          </p>
        </>
      )}
    </div>
  );
}

function headingOf({ isPaused, isCleared }: Feed): string {
  if (isPaused.value) return 'Paused';

  return isCleared.value
    ? 'Cleared this view: the next exchange appears here'
    : 'Waiting for the first exchange';
}

/** Over several lines, after a line that sets the token where a command prints one. */
function pasted({ tokens, try: [call = ''] }: Listing): string {
  const lines = call.replaceAll(/ (?=-[Hd] )/g, ' \\\n  ');

  return tokens.includes('tollgate token') ? `export TOLLGATE_TOKEN=$(tollgate token)\n${lines}` : lines;
}
