/** What becomes of an update that names another card than its transaction has. */
import { NotJudged } from '../../failure.ts';
import { observes } from '../observation.ts';

export const updateToAnotherCard = observes('update-to-another-card', {
  async asks({ words, fee }) {
    if (words.nicns.every((nicn) => nicn === words.baseline.nicn))
      throw new NotJudged('there is one card only');

    return [(await words.updateMayChange('nicn', { fee })) ? 'take' : 'refuse'];
  },
});
