/** An sTxId is sent back character for character. */
import { maskIdentifier } from '../../../src/text/mask.ts';
import { startOf } from '../../../src/text/visible.ts';
import type { ClientHistory } from '../../rule/client-history.ts';
import { CLIENT_HOLDS, type ClientRule, clientViolation } from '../../rule/client-rule.ts';

export const usesIdentifiersItWasGiven: ClientRule = {
  id: 'client-flow/uses-identifiers-it-was-given',
  section: '1.2, 2.3',
  level: 'must',
  title: 'an sTxId that a client sends is one that it was given, character for character',
  fix: 'Keep the sTxId of a fee response as the string that it is, in a column without a length limit, and send it unchanged. Never invent one, and never send an mTxId as sTxId.',
  example: { wrong: '"sTxId":"4F3A91C2"', right: '"sTxId":"4f3a91c2"' },

  observe(_, history) {
    const { call, wasGiven, mayBeOlder } = history;
    const { sTxId, given: answered, outcome } = call;
    if (sTxId === undefined) return undefined;
    if (wasGiven(sTxId)) return CLIENT_HOLDS;
    // The service knows it, so that it comes from before the first exchange.
    if (outcome.kind === 'accepted' && answered === sTxId) return CLIENT_HOLDS;
    const near = nearTo(history, sTxId);
    if (near === undefined && mayBeOlder(sTxId)) return undefined;
    const expected =
      near === undefined ? 'an sTxId that a response has carried' : `the sTxId ${show(near)} of a response`;

    return clientViolation(expected, sTxId === '' ? 'an empty text' : show(sTxId));
  },
};

/** Shorter texts resemble each other by chance. */
const SHORTEST = 12;

/** The given `sTxId` that the client has changed: its case, its end, or the space around it. */
function nearTo({ given }: ClientHistory, sTxId: string): string | undefined {
  const trimmed = sTxId.trim();
  if (trimmed.length < SHORTEST) return undefined;
  const folded = trimmed.toLowerCase();
  for (const one of given()) {
    if (one.length < trimmed.length) continue;
    const isCut = one.length > trimmed.length && trimmed.length >= 16 && one.startsWith(trimmed);
    if (one === trimmed || isCut || (one.length === trimmed.length && one.toLowerCase() === folded))
      return one;
  }

  return undefined;
}

function show(sTxId: string): string {
  const masked = maskIdentifier(sTxId);

  return JSON.stringify(masked.length > 60 ? `${startOf(masked, 60)}…` : masked);
}
