/** A zip code, such as `02134`, is a region. */
import { accepts, inEveryPosition } from '../../rule/patterns/accepts.ts';
import { needsRegion } from '../../rule/patterns/values.ts';

export const acceptsZipCode = accepts({
  id: 'region/accepts-zip-code',
  section: '2.1',
  level: 'must',
  title: 'a zip code is accepted as region',
  tries: 'Each zip code of the deployment file, in first calls and updates.',
  fix: 'Accept five digits as region, and store them as text, so that 02134 keeps its leading zero.',
  what: 'a zip code',
  missing: needsRegion('zip'),
  requests(context) {
    const { baseline, data } = context;
    const requests = data.regions.zip.map((region) => ({ ...baseline, region }));

    return [
      ...requests,
      ...inEveryPosition(
        context,
        requests.findLast(({ region }) => region.startsWith('0')) ?? requests.at(-1),
      ),
    ];
  },
});
