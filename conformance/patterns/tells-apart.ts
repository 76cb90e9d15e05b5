/** The rules on `mTxId`s that look alike: a first call with each begins a transaction of its own. */
import type fc from 'fast-check';
import type { Reply } from '../conversation.ts';
import { answered, distinct, stxidOf } from '../expect.ts';
import { NotJudged } from '../failure.ts';
import { property, type Rule, type RuleHead } from '../rule.ts';

export interface Alike {
  readonly one: string;
  readonly other: string;
}

interface TellsApartSpec extends RuleHead {
  readonly alike: readonly Alike[];
  readonly given?: () => fc.Arbitrary<Alike>;
}

export function tellsApart({ alike, ...head }: TellsApartSpec): Rule {
  return property<Alike>({
    ...head,
    probes: () => alike,

    async holds({ one, other }, { fee }, { baseline }) {
      const opened: string[] = [];
      for (const mTxId of [one, other]) opened.push(openedBy(await fee({ ...baseline, mTxId })));
      distinct(opened, 'a different sTxId for each mTxId');
    },
  });
}

/** What an identifier may be made of is left open: one that is not taken tells nothing. @throws NotJudged */
function openedBy(reply: Reply): string {
  answered(reply);
  if (reply.judgement.kind === 'refused') throw new NotJudged('an mTxId of this form is not taken here');

  return stxidOf(reply);
}
