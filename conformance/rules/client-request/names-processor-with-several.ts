/** A merchant with several processors names one. */
import { CLIENT_HOLDS, type ClientRule, clientViolation, unclear } from '../../rule/client-rule.ts';

export const namesProcessorWithSeveral: ClientRule = {
  id: 'client-request/names-processor-with-several',
  section: '2.1',
  level: 'must',
  title: 'a first fee call of a merchant with several processors names one of them',
  fix: 'Send processor with the MID or the name of the processor that will charge the card.',
  example: {
    wrong: '{"amount":100,"nicn":"424242","region":"AZ"}',
    right: '{"amount":100,"nicn":"424242","region":"AZ","processor":"700100"}',
  },

  observe({ merchant }, { call: { body, fields, mTxId, outcome }, isFirstCall, hasSeveralProcessors }) {
    const isFirst = isFirstCall();
    if (body !== 'object' || isFirst === false) return undefined;
    if (hasSeveralProcessors(merchant) !== true) return undefined;
    const { processor } = fields;
    if (processor !== undefined && processor !== null && processor !== '') return CLIENT_HOLDS;
    // The service knows the mTxId, so that this is an update.
    if (mTxId !== undefined && outcome.kind === 'accepted') return undefined;

    return (isFirst === undefined ? unclear : clientViolation)(
      'the processor, since the merchant has several',
      processor === '' ? 'an empty text' : 'none',
    );
  },
};
