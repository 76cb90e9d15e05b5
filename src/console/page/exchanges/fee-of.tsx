/** The fee of an exchange, explained where the server can. */
import type { JournalEntry } from '../../../exchange/journal/entry.ts';
import { dollars, type Story } from '../../../exchange/journal/story.ts';
import { useStore } from '../store.ts';
import { ExplainedFee } from './explained-fee.tsx';

interface FeeOfProps {
  readonly entry: JournalEntry;
  readonly story: Story;
}

export function FeeOf({ entry, story }: FeeOfProps) {
  const { api, server } = useStore();
  if (story.fee === undefined) return null;
  const isExplained = server.value?.has('/journal/:requestId/fee') === true;
  const path = `/journal/${encodeURIComponent(entry.requestId)}/fee`;

  return (
    <section class="part">
      <h3>Fee {dollars(story.fee)}</h3>
      {isExplained && <ExplainedFee api={api.inWorld(entry.world)} path={path} />}
    </section>
  );
}
