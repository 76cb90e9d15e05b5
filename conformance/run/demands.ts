/** What a deployment that refuses every valid call may rightfully demand and the deployment file does not give. */
import type { Answered } from '../client/answer.ts';
import { ASSUMED, type Deployment } from '../deployment/deployment.ts';

/** How a refusal may name a demand; ids, pointers and sentences alike. */
const PROCESSOR = /processor|\bMID\b/i;
const MULTI_PAY = /total_?amount|multi-?pay/i;
const CARD = /nicn|\bcards?\b|\bB?IN\b|\bIIN\b/i;
const REGION = /region|\bzip|postal|\bstates?\b/i;
const AMOUNT = /amount/i;

/**
 * One sentence that says what to configure, because the document lets a service refuse these calls (section 2.1);
 * undefined where the refusals are the deployment's own fault.
 */
export function adviseOnDemand(
  answers: readonly Answered[],
  { url: { origin }, one, several, cards, regions }: Deployment,
): string | undefined {
  const names = (what: RegExp) => answers.some(({ text }) => what.test(text));
  const refuses = `${origin} refuses every valid fee call`;
  const useAnother = 'use the token of a merchant with exactly one processor as merchants.one';

  if (one.processors.length > 1)
    return `${refuses}, and may: merchants.one lists ${one.processors.length} processors, so each call would have to name one; ${useAnother}, and list this merchant as merchants.several.`;
  if (several !== undefined && several.processors.length > 1 && several.token === one.token)
    return `${refuses}, and may: merchants.one has the token of merchants.several, so each call would have to name a processor; ${useAnother}.`;
  const isStated = one.processors.length === 1;
  if (!isStated && names(PROCESSOR))
    return `${refuses} for want of a processor, as it may where the merchant has several: ${useAnother}, or list this merchant's one processor in merchants.one.processors of the deployment file.`;
  if (names(MULTI_PAY))
    return `${refuses} for want of totalAmount, as it may where every call is a multi-pay request: use the token of a merchant whose calls need no totalAmount as merchants.one.`;
  if (cards === ASSUMED.cards && names(CARD) && !names(REGION))
    return `${refuses} because of its card, and the cards are assumed ones: list test cards of this deployment as cards in the deployment file.`;
  if (regions === ASSUMED.regions && names(REGION) && !names(CARD))
    return `${refuses} because of its region, and the regions are assumed ones: list regions of this deployment as regions in the deployment file.`;
  if (isStated || [CARD, REGION, AMOUNT].some(names) || !answers.every(mayDemand)) return undefined;

  return `${refuses} without saying why, as it may where the merchant has several processors: list the processors of this token's merchant in merchants.one.processors of the deployment file, or ${useAnother}.`;
}

/** Another path, or an error of the server, is no demand for a field. */
function mayDemand({ status }: Answered): boolean {
  return status < 500 && status !== 404 && status !== 405;
}
