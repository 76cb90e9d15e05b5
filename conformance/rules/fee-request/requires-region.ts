/** `region` is required whatever else is there; not even `country` stands in for it. */
import { leavingOut } from '../../patterns/leaving-out.ts';
import { refuses, without } from '../../patterns/refuses.ts';

/** The three are also left out together: a check of one must not hide that of another. */
const PAIRS = [
  ['amount', 'nicn'],
  ['amount', 'region'],
  ['nicn', 'region'],
  ['amount', 'nicn', 'region'],
] as const;

export const requiresRegion = refuses({
  id: 'fee-request/requires-region',
  section: '2.1',
  level: 'must',
  title: 'a first call without region is refused',
  tries:
    'region is left out alone, together with amount or nicn or both, and beside each optional field. ' +
    'What an update may leave out is a choice.',
  fix:
    'Check that region is there before a first call is priced, and refuse the call where it is not. ' +
    'Neither country nor a default of the merchant stands in for it. Check each required field for ' +
    'itself, so that no check hides another.',
  edits: (words) => [
    ...leavingOut('region', words, 'country'),
    ...PAIRS.map((fields) => ({
      edit: `without ${fields.join(' and ')}`,
      base: words.baseline,
      body: without(words.baseline, ...fields),
    })),
  ],
  edit: ({ feeRequest }) =>
    feeRequest.map((base) => ({ edit: 'without region', base, body: without(base, 'region') })),
});
