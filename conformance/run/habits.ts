/** What the preflight learns beside success itself: whether fees repeat, and what a sale needs here. */
import type { FeeRequest } from '../../src/contract/types.ts';
import type { Client } from '../client/client.ts';
import { type Conversation, type Reply, type Step, startConversation } from '../conversation.ts';
import type { KnownProcessor } from '../deployment/deployment.ts';
import { feeOf, granted, stxidOf } from '../expect.ts';
import { NotAnswering, NotJudged, RuleBroken } from '../failure.ts';
import type { MtxidForm } from '../fresh-mtxids.ts';
import type { Dialect } from '../oracle.ts';

export interface Habits {
  readonly feesRepeat: boolean;
  readonly saleExtras: { readonly authCode?: string };
  /** Whether a processor's name is accepted; where it is not, the rules that need one take its MID. */
  readonly takesName: boolean;
  /** A transaction opened before all others and left alone; undefined where it was not accepted. */
  readonly keepsake: Keepsake | undefined;
  /** HTTP status of an accepted sale; undefined where none was accepted. */
  readonly saleStatus: number | undefined;
}

export interface Keepsake {
  readonly sTxId: string;
  readonly mTxId: string;
  /** By the clock of `performance.now()`. */
  readonly openedAt: number;
}

const BLAME = 'fee-request/accepts-required-fields-alone';

interface Asking {
  readonly client: Client;
  readonly dialect: Dialect;
  readonly token: string | undefined;
  readonly freshMtxid: (form: MtxidForm) => string;
  readonly baseline: FeeRequest;
  readonly processor: KnownProcessor | undefined;
  /** The fee that the baseline was first answered with, in US dollars. */
  readonly fee: number | undefined;
  readonly onReply: (reply: Reply, step: Step) => void;
}

export async function learnHabits({ baseline, processor, fee, ...asking }: Asking): Promise<Habits> {
  const conversation = startConversation(asking);
  const askAgain = () => attempt(async () => feeOf(granted(await conversation.fee({ ...baseline }), BLAME)));
  // A lost answer says nothing of fees that vary.
  const again = (await askAgain()) ?? (await askAgain());
  const feesRepeat = again !== undefined && again === fee;
  const keepsake = await attempt(() => openKeepsake(conversation, baseline));
  const named = { ...baseline, processor: processor?.name };
  const takesName =
    processor === undefined ||
    (await attempt(async () => granted(await conversation.fee(named), 'processor/accepts-mid-or-name'))) !==
      undefined;

  for (const saleExtras of [{}, { authCode: 'A1B2C3' }]) {
    const status = await trySale(conversation, baseline, saleExtras);
    if (status !== undefined) return { feesRepeat, keepsake, takesName, saleExtras, saleStatus: status };
  }

  return { feesRepeat, keepsake, takesName, saleExtras: {}, saleStatus: undefined };
}

async function openKeepsake({ fee, transcript }: Conversation, baseline: FeeRequest): Promise<Keepsake> {
  const sTxId = stxidOf(granted(await fee({ ...baseline, mTxId: '{m1}' }), BLAME));

  return { sTxId, mTxId: transcript.freshMtxids.get('{m1}') ?? '', openedAt: performance.now() };
}

/** The HTTP status of an accepted sale; undefined where none is. */
function trySale(
  { fee, sale }: Conversation,
  baseline: FeeRequest,
  extras: object,
): Promise<number | undefined> {
  return attempt(async () => {
    const sTxId = stxidOf(granted(await fee({ ...baseline }), BLAME));
    const { answer } = granted(await sale({ sTxId, ...extras }), 'sale/accepts-stxid');

    return answer.kind === 'answered' ? answer.status : undefined;
  });
}

/** What the answers do not tell is left undefined; the rules in charge of it will say why. */
async function attempt<T>(question: () => Promise<T>): Promise<T | undefined> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof NotJudged || error instanceof RuleBroken || error instanceof NotAnswering)
      return undefined;
    throw error;
  }
}
