/** What a run remembers of all the answers it got, whoever asked: one place takes them in, many rules look back. */
import type { FeeRequest } from '../../src/contract/types.ts';
import type { Answered } from '../client/answer.ts';
import type { Body, Reply, Sighting, Step } from '../conversation.ts';
import { isDocumented } from '../manner.ts';
import type { Witness } from '../observations/witness.ts';
import { feeIn, learnDialect } from '../oracle.ts';
import type { Rule } from '../rule.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { createFeeMemory, type FeeMemory } from './fee-memory.ts';
import { createLapseMemory, type LapseMemory } from './lapse-memory.ts';
import { createStxidMemory, type StxidMemory } from './stxid-memory.ts';
import { createWatch, type Watch } from './watch.ts';

/** Beyond so many they would tell nothing new, and each may be long. */
const MOST_SUSPECTS = 50;

export interface Memory {
  /** Valid fee calls whose answers were malformed. */
  readonly suspects: Vocabulary['suspects'];
  /** Requests that got no answer. */
  readonly unanswered: Vocabulary['unanswered'];
  readonly fees: Pick<FeeMemory, 'vary'>;
  readonly stxids: Pick<StxidMemory, 'reuses' | 'noted'>;
  readonly lapses: Pick<LapseMemory, 'lapses' | 'noted'>;
  readonly watch: Pick<Watch, 'oddTo' | 'fineTo'>;
  readonly noteSuspect: (sighting: Sighting) => void;
  /** Takes in the answers of one execution, which knows which of its calls came first. */
  readonly listen: (merchant: 'one' | 'several') => (reply: Reply, step: Step) => void;
}

interface Remembering {
  readonly rules: readonly Rule[];
  readonly witness: Witness;
  readonly baseline: FeeRequest;
}

export function createMemory({ rules, witness, baseline }: Remembering): Memory {
  const suspects: Vocabulary['suspects'][number][] = [];
  const unanswered: Vocabulary['unanswered'][number][] = [];
  const [fees, stxids, lapses] = [createFeeMemory(), createStxidMemory(), createLapseMemory()];
  const watch = createWatch(rules, witness);
  const baselineText = JSON.stringify(baseline);

  return {
    suspects,
    unanswered,
    fees,
    stxids,
    lapses,
    watch,
    noteSuspect(sighting) {
      const isFee = sighting.reply.operation === 'calculateFee';
      if (isFee && suspects.length < MOST_SUSPECTS) suspects.push(sighting);
    },
    listen(merchant) {
      const opens = createOpening();

      return (reply, step) => {
        const { operation, sent, manner, judgement, answer } = reply;
        watch.show(reply, merchant);
        if (!isDocumented(manner)) return;
        if (answer.kind === 'unanswered' && answer.cause !== 'proxy')
          unanswered.push({ operation, raw: step.body });
        const isBaseline = merchant === 'one' && step.body === baselineText;
        if (isBaseline && answer.kind === 'answered' && isSure(reply, answer))
          lapses.note(judgement.kind === 'accepted' ? 'accepted' : 'refused', { answer, step });
        if (operation === 'calculateFee') stxids.call();
        if (operation !== 'calculateFee' || judgement.kind !== 'accepted' || !opens(sent)) return;
        const fee = feeIn(judgement.body);
        if (fee !== undefined && !('mTxId' in sent)) fees.note(`${merchant} ${step.body}`, fee);
        const { sTxId } = judgement.body;
        if (typeof sTxId === 'string') stxids.note(merchant, sTxId, step);
      };
    },
  };
}

/** Tells first calls from updates. An mTxId that is made up of more than a fresh one may be taken for another. */
function createOpening(): (sent: Body) => boolean {
  const named = new Set<string>();

  return (sent) => {
    if ('raw' in sent || 'sTxId' in sent) return false;
    if (!('mTxId' in sent)) return true;
    const mTxId = String(sent['mTxId']);
    const isNew = /^\{m\d+\}$/.test(mTxId) && !named.has(mTxId);
    named.add(mTxId);

    return isNew;
  };
}

/** An error of the server, or an answer that says neither, is no refusal of the request's content. */
function isSure({ operation, judgement }: Reply, answer: Answered): boolean {
  if (operation !== 'calculateFee' || answer.status >= 500) return false;

  return (
    judgement.kind === 'accepted' || (judgement.kind === 'refused' && learnDialect(answer) === undefined)
  );
}
