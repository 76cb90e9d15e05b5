/** The state of the connection, and the address of the server. */
import { useStore } from './store.ts';
import { Text } from './ui/text.tsx';

const WORDS = { connecting: 'connecting', live: 'live', lost: 'not reachable', refused: 'refused' } as const;

export function ConnectionState() {
  const { api, server, feed } = useStore();
  const { kind } = feed.connection.value;
  const to = server.value?.to;

  return (
    <p class={`connection ${kind}`}>
      <span class="dot" aria-hidden="true" />
      <span role="status">{WORDS[kind]}</span>
      <code>
        <Text text={api.base.href.replace(/\/$/, '')} />
        {to === undefined ? null : (
          <>
            {' → '}
            <Text text={to.replace(/\/$/, '')} />
          </>
        )}
      </code>
    </p>
  );
}
