/** What an observation asks with: a conversation that is patient with accidents, and what this deployment takes. */
import type { FeeRequest } from '../../src/contract/types.ts';
import type { Body, Conversation, Reply } from '../conversation.ts';
import { describeReply, stxidOf } from '../expect.ts';
import { NotAnswering, NotJudged } from '../failure.ts';
import { feeIn } from '../oracle.ts';
import type { Vocabulary } from '../vocabulary.ts';

export interface Scene {
  /** @throws NotJudged where no answer comes, NotAnswering where none comes again and again */
  readonly fee: Conversation['fee'];
  readonly sale: Conversation['sale'];
  /** A first call with this beside the baseline; its sTxId and fee in US dollars. @throws NotJudged where it is refused */
  readonly open: (beside?: Partial<FeeRequest>) => Promise<Opened>;
  readonly words: Vocabulary;
  /** An sTxId that this deployment gave. */
  readonly sTxId: () => Promise<string>;
  /** Makes something once for all observations of a group. */
  readonly once: <T>(what: string, make: () => Promise<T>) => Promise<T>;
  /** Requests of the whole run so far, and how many more there may be. */
  readonly sent: () => number;
  readonly left: () => number;
  /** The HTTP statuses by which requests were put off in this run. */
  readonly putOffBy: ReadonlySet<number>;
}

export interface Opened {
  readonly sTxId: string;
  readonly fee: number | undefined;
}

/** Counts the answers that never came, for all observations of a run together. */
export interface Losses {
  count: number;
}

/** To wait takes the whole time limit, so what may well be in vain is not done often. */
const MOST_LOST = 2;

interface Setting extends Pick<Scene, 'words' | 'sent' | 'left' | 'putOffBy'> {
  readonly conversation: Conversation;
  readonly known: () => string | undefined;
  readonly losses: Losses;
}

export function createScene({ conversation, words, known, losses, ...rest }: Setting): Scene {
  const made = new Map<string, Promise<unknown>>();
  const once: Scene['once'] = <T>(what: string, make: () => Promise<T>) => {
    const known = (made.get(what) as Promise<T> | undefined) ?? make();
    made.set(what, known);

    return known;
  };
  const patiently = async (ask: () => Promise<Reply>): Promise<Reply> => {
    const reply = await ask();

    return heard(isAccident(reply) ? await ask() : reply, losses);
  };
  const fee: Scene['fee'] = (body, manner) => patiently(() => conversation.fee(body, manner));
  const sale: Scene['sale'] = (body, manner) => patiently(() => conversation.sale(body, manner));
  const open: Scene['open'] = async (beside = {}) => {
    const reply = await fee({ ...words.baseline, ...beside });
    if (!isTaken(reply))
      throw new NotJudged(`a first call that it needs came to nothing: ${describeReply(reply)}`);

    return { sTxId: stxidOf(reply), fee: priceIn(reply) };
  };

  return { fee, sale, open, once, words, sTxId: async () => known() ?? (await open()).sTxId, ...rest };
}

/** @throws NotJudged where it is neither taken nor refused */
export function isTaken(reply: Reply): boolean {
  switch (reply.judgement.kind) {
    case 'accepted':
      return true;
    case 'refused':
    case 'token-refused':
      return false;
    case 'unclear':
    case 'silent':
      throw new NotJudged(`the answer is neither a success nor a refusal: ${describeReply(reply)}`);
  }
}

/** `take` or what else is said of a request that is taken, and otherwise `refuse`. @throws NotJudged where it is neither */
export function takenOr(reply: Reply, take: string): readonly [string] {
  return [isTaken(reply) ? take : 'refuse'];
}

/** US dollars. */
export function priceIn({ answer }: Reply): number | undefined {
  return answer.kind === 'answered' ? feeIn(answer.body) : undefined;
}

/** The fields of a request that is sent with some of its own. */
export function beside(baseline: FeeRequest, fields: Readonly<Record<string, unknown>>): Body {
  return { ...baseline, ...fields };
}

function isAccident({ answer }: Reply): boolean {
  return answer.kind === 'unanswered'
    ? answer.cause === 'reset' || answer.cause === 'cut-off'
    : answer.status >= 500;
}

function heard(reply: Reply, losses: Losses): Reply {
  const { answer } = reply;
  if (answer.kind === 'answered') return reply;
  const what = `no answer: ${answer.cause} (${answer.detail})`;
  if (answer.cause === 'redirected-away' || answer.cause === 'too-large') throw new NotJudged(what);
  losses.count++;
  if (answer.cause === 'throttled' || answer.cause === 'proxy' || losses.count >= MOST_LOST)
    throw new NotAnswering(what);
  throw new NotJudged(what);
}
