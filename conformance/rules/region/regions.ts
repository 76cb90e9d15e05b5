/** The rules on `region`: its three forms, which agree, and regions that do not exist. */
import type { RegionForm } from '../../deployment/deployment.ts';
import type { RuleContext } from '../../rule/context.ts';
import { accepts, walks } from '../../rule/patterns/accepts.ts';
import { unlessPriced } from '../../rule/patterns/open.ts';
import { inUpdates, refuses } from '../../rule/patterns/refuses.ts';
import { type RuleHead, rule } from '../../rule/rule.ts';
import { fee, sameFee } from '../../rule/script.ts';

export const acceptsZipCode = acceptsForm('zip', 'a zip code', {
  id: 'region/accepts-zip-code',
  fix: 'Accept five digits as region, and store them as text, so that 02134 keeps its leading zero.',
});

export const acceptsTwoLetterState = acceptsForm('state', 'a two-letter state', {
  id: 'region/accepts-two-letter-state',
  fix: 'Accept the two letters of a state, and convert all forms of region to one place before pricing.',
});

export const acceptsIsoStateCode = acceptsForm('iso', 'an ISO state code', {
  id: 'region/accepts-iso-state-code',
  fix: 'Accept the ISO code of a state, and convert all forms of region to one place before pricing.',
});

/** Each region of this form, the last one in every position, or the last zip code with a leading zero. */
function acceptsForm(form: RegionForm, what: string, head: Pick<RuleHead, 'id' | 'fix'>) {
  return accepts({
    ...head,
    section: '2.1',
    title: `${what} is accepted as region`,
    tries: `Each ${what.replace(/^an? /, '')} of the deployment file, in first calls and updates.`,
    what,
    missing: ({ data: { regions } }) =>
      regions[form].length === 0
        ? `needs regions.${form} of a deployment file: a region of this form`
        : undefined,
    requests(context) {
      const requests = context.data.regions[form].map((region) => ({ ...context.baseline, region }));
      const telling = requests.findLast(({ region }) => region.startsWith('0'));

      return [...requests, ...walks(context, telling ?? requests.at(-1))];
    },
  });
}

const MAX_STATES = 3;
const AMOUNTS_PER_STATE = 2;

export const formsAgree = rule({
  id: 'region/forms-agree',
  section: '2.1',
  title: 'a state gets the same fee by its two letters and by its ISO code',
  tries: 'States in both forms. Not tried where fees vary, or where fee/matches-reference compares them.',
  fix: 'Convert the two letters and the ISO code of a state to one place first, and look up prices and limits by that.',
  dependsOn: ['region/accepts-two-letter-state', 'region/accepts-iso-state-code'],
  missing: (context) =>
    statesInBothForms(context).length === 0
      ? 'needs regions.state and regions.iso of a deployment file: one state in both forms'
      : unlessPriced(context),
  scripts: (context) =>
    context.data.plainAmounts.slice(0, AMOUNTS_PER_STATE).flatMap((amount) =>
      statesInBothForms(context).map(([state, iso]) => {
        const request = { ...context.baseline, amount };

        return sameFee(
          `for ${iso} the fee that ${state} gets,`,
          fee({ ...request, region: state }, { needs: 'region/accepts-two-letter-state' }),
          fee({ ...request, region: iso }, { needs: 'region/accepts-iso-state-code' }),
        );
      }),
    ),
});

function statesInBothForms({ data: { regions } }: RuleContext) {
  return regions.state
    .flatMap((state) =>
      regions.iso.filter((iso) => iso.slice(2) === `-${state}`).map((iso) => [state, iso] as const),
    )
    .slice(0, MAX_STATES);
}

/**
 * Zip codes are not tried, nor codes that other countries or the armed forces use: a deployment may know more places than
 * the suite. `QQ` is not in use anywhere, and no zip code has six digits.
 */
const IN_FIRST_CALLS = ['QQ', 'US-QQ', '850041', '', '<region>', 'x85004', 'AZX'];

/** By `sTxId`, by both identifiers and by `mTxId`. */
const IN_UPDATES = ['85004x', 'US-QQ', 'QQ'];

const UNKNOWN_REGIONS = [...IN_FIRST_CALLS, ...IN_UPDATES];

export const refusesUnknownRegion = refuses({
  id: 'region/refuses-unknown',
  section: '2.1',
  title: 'a region that does not exist is refused',
  tries: 'Unassigned codes, a known one with a sign or a digit more, and other texts.',
  fix: 'Look up region among the places that you know, and refuse any other one. Do not price it by a default.',
  dependsOn: [
    'fee-request/requires-region',
    'country/defaults-to-840',
    'region/accepts-zip-code',
    'region/accepts-two-letter-state',
    'region/accepts-iso-state-code',
  ],
  wrong: ({ region }) =>
    typeof region === 'string' && UNKNOWN_REGIONS.includes(region)
      ? `with the region ${JSON.stringify(region)}`
      : undefined,
  edits: () => IN_FIRST_CALLS.map((region) => ({ region })),
  placed: (context) =>
    inUpdates(
      context,
      [],
      IN_UPDATES.map((region) => ({ region })),
    ),
});
