/** What the preflight learns beside success itself: whether fees repeat, and what a sale needs here. */
import type { FeeRequest } from '../../src/contract/types.ts';
import type { Client } from '../client/client.ts';
import { type Conversation, startConversation } from '../conversation.ts';
import type { KnownProcessor } from '../deployment/deployment.ts';
import { feeOf, granted, stxidOf } from '../expect.ts';
import { NotAnswering, NotJudged, RuleBroken } from '../failure.ts';
import type { Dialect } from '../oracle.ts';

export interface Habits {
  readonly feesRepeat: boolean;
  readonly saleExtras: { readonly authCode?: string };
  /** Whether a processor's name is accepted; where it is not, the rules that need one take its MID. */
  readonly takesName: boolean;
  /** HTTP status of an accepted sale; undefined where none was accepted. */
  readonly saleStatus: number | undefined;
}

const BLAME = 'fee-request/accepts-required-fields-alone';

interface Asking {
  readonly client: Client;
  readonly dialect: Dialect;
  readonly token: string | undefined;
  readonly baseline: FeeRequest;
  readonly processor: KnownProcessor | undefined;
  /** The fee that the baseline was first answered with, in US dollars. */
  readonly fee: number | undefined;
}

export async function learnHabits({ baseline, processor, fee, ...asking }: Asking): Promise<Habits> {
  const conversation = startConversation(asking);
  const feesRepeat = await holds(
    async () => feeOf(granted(await conversation.fee({ ...baseline }), BLAME)) === fee,
  );
  const takesName =
    processor === undefined ||
    (await holds(async () => {
      granted(
        await conversation.fee({ ...baseline, processor: processor.name }),
        'processor/accepts-mid-or-name',
      );

      return true;
    }));

  for (const saleExtras of [{}, { authCode: 'A1B2C3' }]) {
    const status = await trySale(conversation, baseline, saleExtras);
    if (status !== undefined) return { feesRepeat, takesName, saleExtras, saleStatus: status };
  }

  return { feesRepeat, takesName, saleExtras: {}, saleStatus: undefined };
}

async function trySale(
  { fee, sale }: Conversation,
  baseline: FeeRequest,
  extras: object,
): Promise<number | undefined> {
  let status: number | undefined;
  await holds(async () => {
    const sTxId = stxidOf(granted(await fee({ ...baseline }), BLAME));
    const { answer } = granted(await sale({ sTxId, ...extras }), 'sale/accepts-stxid');
    status = answer.kind === 'answered' ? answer.status : undefined;

    return true;
  });

  return status;
}

/** What the answers do not tell counts as no; the rules in charge of it will say why. */
async function holds(question: () => Promise<boolean>): Promise<boolean> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof NotJudged || error instanceof RuleBroken || error instanceof NotAnswering)
      return false;
    throw error;
  }
}
