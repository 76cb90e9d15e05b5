/** The fee of an exchange: its calculation as a waterfall, where the server can explain it. */
import type { Explanation } from '../../../engine/explanation.ts';
import type { JournalEntry } from '../../../traffic/journal/entry.ts';
import { dollars, type Story } from '../../../traffic/journal/story.ts';
import { useStore } from '../store.ts';
import { Text } from '../ui/text.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { Waterfall } from './waterfall.tsx';

interface ExplainedFee {
  readonly explanation?: Explanation;
  /** Why there is no explanation, or why it differs from the fee. */
  readonly unexplained?: string;
}

interface FeeOfProps {
  readonly entry: JournalEntry;
  readonly story: Story;
}

export function FeeOf({ entry, story }: FeeOfProps) {
  const { api, server } = useStore();
  const isExplained = server.value?.has('/journal/:requestId/fee') === true && story.fee !== undefined;
  const path = `/journal/${encodeURIComponent(entry.requestId)}/fee`;
  const { value, error } = useLoaded(
    () => (isExplained ? api.inWorld(entry.world).get<ExplainedFee>(path) : undefined),
    [path, isExplained],
  );
  if (story.fee === undefined) return null;

  return (
    <section class="part">
      <h3>Fee {dollars(story.fee)}</h3>
      {value?.explanation !== undefined && <Waterfall explanation={value.explanation} />}
      {(value?.unexplained ?? error) !== undefined && (
        <p class="muted">
          <Text text={value?.unexplained ?? error ?? ''} />
        </p>
      )}
    </section>
  );
}
