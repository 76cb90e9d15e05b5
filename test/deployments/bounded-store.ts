/** A store of fixed size, in which new transactions evict old ones. */
import { type ConformOptions, conform } from '../../conformance/index.ts';
import { deploymentOf } from './deployment-of.ts';
import { REFERENCE, type ReferenceBehavior, startReference } from './reference.ts';

interface BoundedStore {
  readonly size: number;
  /** Whether the least recently used transaction is evicted, rather than the oldest. */
  readonly keepsUsed: boolean;
}

export function boundedStore({ size, keepsUsed }: BoundedStore): Partial<ReferenceBehavior> {
  /** The identifiers of the stored transactions. The next to be evicted comes first. */
  const kept = new Set<string>();

  return {
    createStxid(number, moment) {
      const sTxId = REFERENCE.createStxid(number, moment);
      kept.add(sTxId);
      for (const oldest of kept) {
        if (kept.size <= size) break;
        kept.delete(oldest);
      }

      return sTxId;
    },
    findTransaction(known, request) {
      const found = REFERENCE.findTransaction(known, request);
      if (found === undefined || !kept.has(found.sTxId)) return undefined;
      if (keepsUsed) {
        kept.delete(found.sTxId);
        kept.add(found.sTxId);
      }

      return found;
    },
  };
}

/** Judges the deployment, and returns the report with the must rules that failed. */
export async function judgeStore(
  behaviour: Partial<ReferenceBehavior>,
  options: Partial<ConformOptions> = {},
) {
  await using server = await startReference(behaviour);
  const report = await conform({ deployment: deploymentOf(server.url), seed: 7, ...options });
  const accused = report.rules.filter(({ level, outcome }) => level === 'must' && outcome === 'fail');

  return {
    verdict: report.verdict,
    accused: accused.map(({ id }) => id),
    rule: report.rules.find(({ id }) => id === 'identity/outlives-other-traffic'),
  };
}
