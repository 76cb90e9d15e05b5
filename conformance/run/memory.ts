/** What a run remembers of all the answers it got, whoever asked: one place takes them in, many rules look back. */
import type { FeeRequest } from '../../src/contract/types.ts';
import type { Answered } from '../client/answer.ts';
import type { Credential } from '../client/credential.ts';
import type { Body, Reply, Sighting, Step } from '../conversation.ts';
import { isDocumented } from '../manner.ts';
import type { Witness } from '../observations/witness.ts';
import { feeIn, learnDialect } from '../oracle.ts';
import type { Rule } from '../rule.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { createFeeMemory, type FeeMemory } from './fee-memory.ts';
import { createLapseMemory, type LapseMemory } from './lapse-memory.ts';
import { createLossMemory, type LossMemory } from './loss-memory.ts';
import { createServerErrorMemory, type ServerErrorMemory } from './server-error-memory.ts';
import { createStxidMemory, type StxidMemory } from './stxid-memory.ts';
import { createWatch, type Watch } from './watch.ts';

/** Beyond so many they would tell nothing new, and each may be long. */
const MOST_SUSPECTS = 50;
/** Requests among which those are found that made the deployment stop answering: three times the usual concurrency. */
const MOST_RECENT = 24;
/** Replies of one conversation among which the earlier calls on a transaction are found, and characters of each. */
const MOST_EARLIER = 40;
const LONGEST_KEPT = 4096;
/** Tokens that nobody issued: a service may lock out a client that sends them. */
const GUESSES: ReadonlySet<Credential> = new Set<Credential>(['garbled', 'forged', 'unsigned', 'extended']);

export interface Memory {
  /** Valid fee calls whose answers were malformed. */
  readonly suspects: Vocabulary['suspects'];
  readonly losses: Pick<LossMemory, 'unanswered' | 'count'>;
  /** The last requests that were answered or lost, the latest one last. */
  readonly recent: readonly Step[];
  /** Whether a made-up token was sent since a call was last accepted. */
  readonly hasGuessed: boolean;
  readonly fees: Pick<FeeMemory, 'vary'>;
  readonly stxids: Pick<StxidMemory, 'reuses' | 'noted'>;
  readonly lapses: Pick<LapseMemory, 'lapses' | 'noted'>;
  readonly serverErrors: Pick<ServerErrorMemory, 'outages' | 'noted'>;
  readonly watch: Pick<Watch, 'oddTo' | 'oddBodiesTo' | 'fineTo'>;
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
  const [fees, stxids, lapses] = [createFeeMemory(), createStxidMemory(), createLapseMemory()];
  const losses = createLossMemory();
  const serverErrors = createServerErrorMemory();
  const recent: Step[] = [];
  let hasGuessed = false;
  const watch = createWatch(rules, witness);
  const baselineText = JSON.stringify(baseline);

  return {
    suspects,
    losses,
    recent,
    get hasGuessed() {
      return hasGuessed;
    },
    fees,
    stxids,
    lapses,
    serverErrors,
    watch,
    noteSuspect(sighting) {
      const isFee = sighting.reply.operation === 'calculateFee';
      if (isFee && suspects.length < MOST_SUSPECTS) suspects.push(sighting);
    },
    listen(merchant) {
      const opens = createOpening();
      const earlier: Reply[] = [];

      return (reply, step) => {
        const { operation, sent, manner, judgement, answer } = reply;
        recent.push(step);
        if (recent.length > MOST_RECENT) recent.shift();
        if (GUESSES.has(manner.credential)) hasGuessed = true;
        else if (judgement.kind === 'accepted') hasGuessed = false;
        watch.show(reply, merchant, earlier);
        losses.note(reply, earlier);
        serverErrors.note(reply, step);
        if (answer.kind === 'answered' && answer.text.length <= LONGEST_KEPT) earlier.push(reply);
        if (earlier.length > MOST_EARLIER) earlier.shift();
        if (!isDocumented(manner)) return;
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

/**
 * Tells first calls from updates. An mTxId is new where it holds a fresh part, has usual characters,
 * and differs from the execution's others by more than case.
 */
function createOpening(): (sent: Body) => boolean {
  const named = new Set<string>();

  return (sent) => {
    if ('raw' in sent || 'sTxId' in sent) return false;
    if (!('mTxId' in sent)) return true;
    const mTxId = String(sent['mTxId']).toLowerCase();
    const isNew = USUAL_MTXID.test(mTxId) && !named.has(mTxId);
    named.add(mTxId);

    return isNew;
  };
}

/** Letters, digits, dashes and underscores around one fresh part. */
const USUAL_MTXID = /^[\w-]*\{[mn]\d+\}[\w-]*$/;

/** An error of the server, or an answer that says neither, is no refusal of the request's content. */
function isSure({ operation, judgement }: Reply, answer: Answered): boolean {
  if (operation !== 'calculateFee' || answer.status >= 500) return false;

  return (
    judgement.kind === 'accepted' || (judgement.kind === 'refused' && learnDialect(answer) === undefined)
  );
}
