/** A `nicn` has six, seven or eight digits. */
import { NICN_LENGTHS } from '../../deployment/deployment.ts';
import { accepts, inEveryPosition } from '../../rule/patterns/accepts.ts';

export const accepts6To8Digits = accepts({
  id: 'nicn/accepts-6-to-8-digits',
  section: '2.1, 8',
  level: 'must',
  title: 'the first 6, 7 or 8 digits of a card are accepted',
  tries: 'Six, seven and eight digits of each card of the deployment file, in first calls and updates.',
  fix:
    'Accept six, seven and eight digits (`^[0-9]{6,8}$`). Where your card table has rows of six digits, ' +
    'look up a longer nicn by its first six.',
  what: 'a nicn of 6 to 8 digits',
  quickScripts: 3,
  requests(context) {
    const { baseline, data } = context;
    const requests = data.nicns.map((nicn) => ({ ...baseline, nicn }));
    // Of the last card, as the others are tried with the first one.
    const others = NICN_LENGTHS.filter((length) => length !== baseline.nicn.length).map((length) =>
      requests.findLast(({ nicn }) => nicn.length === length),
    );

    return [...requests, ...inEveryPosition(context, ...others)];
  },
});
