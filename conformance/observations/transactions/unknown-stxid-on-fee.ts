/** What a fee call does with an sTxId that names no transaction. */
import { stxidOf } from '../../expect.ts';
import { unknownStxid } from '../../patterns/unknown-stxid.ts';
import { observes } from '../observation.ts';
import { isTaken } from '../scene.ts';

export const unknownStxidOnFee = observes('unknown-stxid-on-fee', {
  async asks({ fee, sTxId, words }) {
    const unknown = unknownStxid(await sTxId());
    const reply = await fee({ ...words.baseline, sTxId: unknown });
    if (!isTaken(reply)) return ['refuse'];

    return [stxidOf(reply) === unknown ? 'open under that sTxId' : 'open'];
  },
});
