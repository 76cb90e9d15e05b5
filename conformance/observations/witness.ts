/** Sees every answer of a run, and keeps for each observation what it tells. */
import type { ObserveRule } from '../../src/contract/rule-ids.ts';
import type { Reply } from '../conversation.ts';
import type { Finding, Observation } from './observation.ts';
import { sightOf, successOf } from './sight.ts';

export interface Witness {
  show(reply: Reply): void;
  /** What an observation found by asking. */
  note(id: ObserveRule, finding: Finding): void;
  /** Each different finding once. */
  findings(id: ObserveRule): readonly Finding[];
  /** An sTxId that this deployment gave; undefined as long as it gave none. */
  readonly sTxId: string | undefined;
}

/** Characters: of longer answers every observation would read every field again, and each tells what the others tell. */
const LONGEST_ANSWER = 65_536;

export function createWitness(observations: readonly Observation[]): Witness {
  const found = new Map(observations.map(({ id }) => [id, new Map<string, Finding>()]));
  const note = (id: ObserveRule, finding: Finding) =>
    void found.get(id)?.set(JSON.stringify(finding), finding);
  let known: string | undefined;

  return {
    show(reply) {
      const sight = sightOf(reply);
      if (sight === undefined || sight.answer.text.length > LONGEST_ANSWER) return;
      const sTxId = successOf(sight, 'calculateFee')?.['sTxId'];
      if (typeof sTxId === 'string') known ??= sTxId;
      for (const { id, reads } of observations) {
        const finding = reads?.(sight);
        if (finding !== undefined) note(id, finding);
      }
    },
    note,
    findings: (id) => [...(found.get(id)?.values() ?? [])],
    get sTxId() {
      return known;
    },
  };
}
