/** A mock that refuses campaign and data texts with a quote or an angle bracket. */
import { defect } from '../defect.ts';
import { refusingFees } from '../refusing.ts';

export const campaignAndDataAreOpaque = defect({
  rule: 'opaque/campaign-and-data-are-opaque',
  summary: 'refuses campaign and data texts with a quote or an angle bracket',
  create: refusingFees('campaign', ({ campaign, data }) =>
    [campaign, data].flat().some((text) => /["<>]/.test(String(text))),
  ),
});
