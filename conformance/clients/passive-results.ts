/** The outcomes of the passive client rules, for a report. */
import { count } from '../../src/text/words.ts';
import type { Exchange } from '../../src/traffic/exchange.ts';
import type { ClientResult } from '../report/to-client-report.ts';
import type { ClientRule } from '../rule/client-rule.ts';
import { CLIENT_RULES } from '../rules/client-rules.ts';
import type { ObservedClient } from './observe-client.ts';

/** The outcome of each selected rule, with its first violation; for other rules `notSelected` is the reason. */
export function passiveResults(
  observed: ObservedClient,
  selects: (rule: ClientRule) => boolean,
  notSelected: string,
): readonly ClientResult[] {
  const { findings } = observed;

  return CLIENT_RULES.map((rule) => {
    if (!selects(rule)) {
      const why = rule.seenIn === undefined ? notSelected : `seen only in ${rule.seenIn}`;

      return { rule, exercised: 0, outcome: { kind: 'skipped', cause: 'not-selected', why } };
    }
    const found = findings.find((finding) => finding.rule === rule);
    const exercised = observed.exercised(rule.id);
    const leftOut = observed.leftOut(rule.id);
    if (found === undefined && leftOut > 0) {
      const why = `${leftOut} of ${leftOut + exercised} requests lack what the recorder may have left out or replaced`;

      return { rule, exercised, outcome: { kind: 'skipped', cause: 'choice', why } };
    }
    const unclear = observed.unclear(rule.id);
    if (found === undefined && unclear > 0) {
      const broken = `${unclear} of ${count(unclear + exercised, 'request')} ${unclear === 1 ? 'breaks' : 'break'} the rule`;
      const why = `${broken}, unless the sTxId or mTxId names an earlier transaction that was not seen`;

      return { rule, exercised, outcome: { kind: 'skipped', cause: 'choice', why } };
    }
    if (found === undefined && exercised > 0) return { rule, exercised, outcome: { kind: 'pass' } };
    if (found === undefined) {
      const isLacking = observed.keptBack(rule.id) > 0;
      const why = isLacking ? 'the recording lacks what it needs of each request' : 'no request to judge';

      return { rule, exercised, outcome: { kind: 'skipped', cause: 'choice', why } };
    }
    const { expected, got, related = [] } = found.finding;
    const violated = observed.violated(rule.id);

    return {
      rule,
      exercised,
      outcome: {
        kind: 'fail',
        ...{ expected, got },
        steps: inOrder([...related, found.exchange]),
        ...(violated > 1 ? { often: `${violated} of ${exercised} times` } : {}),
      },
    };
  });
}

function inOrder(exchanges: readonly Exchange[]): readonly Exchange[] {
  return [...new Set(exchanges)].toSorted((one, other) => one.endedAt - other.endedAt);
}
