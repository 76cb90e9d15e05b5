/** A transaction is still found half a minute later. How long it lives after that is a choice. */
import { opened } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';
import { fee } from '../../rule/script.ts';

export const outlivesAPause = rule({
  id: 'identity/outlives-a-pause',
  section: '1.2',
  level: 'should',
  title: 'a transaction is still found half a minute later',
  tries: 'Updates by sTxId and by mTxId after half a minute, at the effort deep alone.',
  fix: 'Keep a transaction as long as a customer may need between the fee and the sale: minutes at least.',
  dependsOn: ['identity/update-by-stxid-keeps-stxid', 'identity/update-by-mtxid-keeps-stxid'],
  missing: ({ effort }) => (effort.pause === 0 ? 'takes half a minute: tried at the effort deep' : undefined),
  scripts: ({ baseline, effort: { pause } }) => {
    const accepted = `an accepted update after ${pause / 1000} seconds`;

    return [
      {
        calls: [
          opened({ ...baseline, mTxId: '{m1}' }),
          opened(baseline),
          fee({ ...baseline, sTxId: '{s2}' }, { pause, expects: { accepted, sTxIdOf: 2 } }),
          fee({ ...baseline, mTxId: '{m1}' }, { expects: { accepted, sTxIdOf: 1 } }),
        ],
      },
    ];
  },
});
