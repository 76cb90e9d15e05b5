/** A region may be a zip code. */
import { accepts } from '../../patterns/accepts.ts';

export const acceptsZipCode = accepts({
  id: 'region/accepts-zip-code',
  section: '2.1',
  level: 'must',
  title: 'a zip code is accepted as region',
  tries: 'Each zip code of the deployment file.',
  fix: 'Take five digits as region, and keep them as text, so that 02134 does not lose its zero.',
  what: 'a zip code',
  lacks: ({ regions }) =>
    regions.zip.length === 0 ? 'no deployment file names a region of this form (regions.zip)' : undefined,
  requests: ({ baseline, regions }) => regions.zip.map((region) => ({ ...baseline, region })),
});
