/** The price of something else: another processor, card, region or merchant. */
import { createFeeEngine } from '../../../src/engine/index.ts';
import { feeOfRequest, type Suspect } from './suspect.ts';

export const mixUps: Suspect = function* (mystery) {
  const { merchant, request, quoted, others, day } = mystery;

  for (const { mid, name } of merchant.processors)
    if (mid !== quoted.processor.mid)
      yield* feeOfRequest(mystery, { processor: mid }, `at the price of the processor ${name} (${mid})`);
  for (const length of [6, 7])
    if (length < request.nicn.length) {
      const nicn = request.nicn.slice(0, length);
      yield* feeOfRequest(
        mystery,
        { nicn },
        `if no more than the first ${length} digits were looked at (${nicn})`,
      );
    }
  for (const nicn of others.nicns)
    yield* feeOfRequest(mystery, { nicn }, `for a card that begins with ${nicn}`);
  for (const region of others.regions) yield* feeOfRequest(mystery, { region }, `for the region ${region}`);
  for (const other of others.merchants) {
    if (other.name === merchant.name) continue;
    for (const { mid, name } of other.processors) {
      const quote = createFeeEngine(other).quote({ ...request, processor: mid }, day);
      if (quote.kind === 'quoted')
        yield {
          fee: quote.transactionFee,
          text: `for the merchant ${other.name}, at the price of ${name} (${mid})`,
        };
    }
  }
};
