/** The rules on `mTxId`s that look alike: a first call with each begins a transaction of its own. */
import type fc from 'fast-check';
import { distinct } from '../expect.ts';
import { property, type Rule, type RuleHead, type Sightings } from '../rule.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { openUnlessRefused } from './open.ts';

export interface Alike {
  readonly one: string;
  readonly other: string;
}

interface TellsApartSpec extends RuleHead {
  readonly alike: readonly Alike[];
  readonly given?: () => fc.Arbitrary<Alike>;
  readonly sightings?: (words: Vocabulary) => Sightings<Alike>;
}

export function tellsApart({ alike, ...head }: TellsApartSpec): Rule {
  return property<Alike>({
    ...head,
    probes: () => alike,
    smaller: shorter,

    async holds({ one, other }, conversation, { baseline }) {
      const opened: string[] = [];
      for (const mTxId of [one, other])
        opened.push(await openUnlessRefused(conversation, { ...baseline, mTxId }));
      distinct(opened, OF_ITS_OWN);
    },
  });
}

/** What is expected of two such calls. */
export const OF_ITS_OWN = 'a different sTxId for each mTxId';

/** Without one character of either or of both at the same place, as long as they differ by more than their case. */
function shorter({ one, other }: Alike): readonly Alike[] {
  const [ones, others] = [one, other].map(withoutEach) as [readonly string[], readonly string[]];
  const shortened = [
    ...ones.map((less, index) => ({ one: less, other: others[index] ?? other })),
    ...ones.map((less) => ({ one: less, other })),
    ...others.map((less) => ({ one, other: less })),
  ];

  return shortened.filter((two) => two.one.toLowerCase() !== two.other.toLowerCase());
}

/** A placeholder stays whole. */
function withoutEach(mTxId: string): readonly string[] {
  const parts = mTxId.match(/\{\w+\}|./gsu) ?? [];

  return parts.flatMap((part, index) => (part.length > 2 ? [] : [parts.toSpliced(index, 1).join('')]));
}
