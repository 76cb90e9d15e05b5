/** The fee of the last price, line by line, as the mock explains it. */
import type { Explanation } from '../../../engine/explanation.ts';
import { Waterfall } from '../exchanges/waterfall.tsx';
import { useStore } from '../store.ts';
import { Text } from '../ui/text.tsx';
import { useLoaded } from '../ui/use-loaded.ts';

interface FeeLinesProps {
  readonly sTxId: string;
  /** Of the last price; undefined where only the ledger has the transaction. */
  readonly requestId: string | undefined;
}

interface ExplainedFee {
  readonly explanation?: Explanation;
  /** Why there is no explanation, or why it differs from the fee. */
  readonly unexplained?: string;
}

export function FeeLines({ sTxId, requestId }: FeeLinesProps) {
  const { api, server } = useStore();
  const isExplained = server.value?.has('/journal/:requestId/fee') === true;
  const path =
    requestId === undefined
      ? `/transactions/${encodeURIComponent(sTxId)}`
      : `/journal/${encodeURIComponent(requestId)}/fee`;
  const { value, error } = useLoaded(
    () => (isExplained ? api.get<ExplainedFee>(path) : undefined),
    [path, isExplained],
  );
  const problem = value?.unexplained ?? error;

  return (
    <section class="stack" aria-labelledby="fee-title">
      <h3 id="fee-title">The last fee, line by line</h3>
      {!isExplained && (
        <p class="muted">
          A proxy does not know the prices of the merchants. With <code>tollgate proxy --pricing FILE</code>{' '}
          the verdict compares each fee with them.
        </p>
      )}
      {value?.explanation !== undefined && <Waterfall explanation={value.explanation} />}
      {problem !== undefined && (
        <p class="muted">
          <Text text={problem} />
        </p>
      )}
    </section>
  );
}
