/** The tab of exchanges: the live list, and the selected one in full. */
import { hrefOf } from '../route.ts';
import { useStore } from '../store.ts';
import { Text } from '../ui/text.tsx';

export function Exchanges({ item }: { readonly item: string | undefined }) {
  const { feed } = useStore();

  return (
    <ul>
      {feed.exchanges.value.slice(-100).map(({ requestId, status, method = '', path = '' }) => (
        <li key={requestId}>
          <a href={hrefOf('exchanges', requestId)} aria-current={requestId === item}>
            {status} <Text text={`${method} ${path}`} />
          </a>
        </li>
      ))}
    </ul>
  );
}
