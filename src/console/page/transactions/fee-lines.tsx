/** The fee of the last price, line by line, as the mock explains it. */
import { ExplainedFee } from '../exchanges/explained-fee.tsx';
import { useStore } from '../store.ts';

interface FeeLinesProps {
  readonly sTxId: string;
  /** Of the last price; undefined where only the ledger has the transaction. */
  readonly requestId: string | undefined;
}

export function FeeLines({ sTxId, requestId }: FeeLinesProps) {
  const { api, server } = useStore();
  const path =
    requestId === undefined
      ? `/transactions/${encodeURIComponent(sTxId)}`
      : `/journal/${encodeURIComponent(requestId)}/fee`;

  return (
    <section class="stack" aria-labelledby="fee-title">
      <h3 id="fee-title">The last fee, line by line</h3>
      {server.value?.has('/journal/:requestId/fee') === true ? (
        <ExplainedFee api={api} path={path} />
      ) : (
        <p class="muted">
          A proxy does not know the prices of the merchants. With <code>tollgate proxy --pricing FILE</code>{' '}
          the verdict compares each fee with them.
        </p>
      )}
    </section>
  );
}
