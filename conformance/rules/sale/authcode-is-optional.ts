/** A sale is accepted with and without an `authCode`. */
import type { Body } from '../../rule/exchange.ts';
import { opened } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';
import { type Script, sale } from '../../rule/script.ts';

export const authcodeIsOptional = rule({
  id: 'sale/authcode-is-optional',
  section: '2.3',
  level: 'must',
  title: 'a sale is accepted with and without authCode',
  fix: 'Accept sales with authCode and sales without it.',
  dependsOn: ['sale/accepts-stxid'],
  scripts: ({ baseline }) => [
    sold(baseline, {}, 'an accepted sale without authCode'),
    sold(baseline, { authCode: 'A1B2C3' }, 'an accepted sale with authCode'),
  ],
});

function sold(baseline: Body, authCode: object, accepted: string): Script {
  return { calls: [opened(baseline), sale({ sTxId: '{s1}', ...authCode }, { expects: { accepted } })] };
}
