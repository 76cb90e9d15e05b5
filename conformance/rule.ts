/** What a rule is: an id, a level, a section, the cases it is tried on, and what holds for each. */
import type fc from 'fast-check';
import type { RuleId } from '../src/contract/rule-ids.ts';
import type { Conversation, Reply, Transcript } from './conversation.ts';
import type { RuleBroken } from './failure.ts';
import type { Vocabulary } from './vocabulary.ts';

type Level = 'must' | 'should' | 'observe';

/**
 * 0 most rules; 1 those that look into what others met; 2 to 4 those that may leave the deployment broken; 5 those that
 * are judged at the very end, over all requests.
 */
type Stage = 0 | 1 | 2 | 3 | 4 | 5;

/** What an answer is to a rule that watches: as the rule has it, as if it broke it, or of no concern. */
export type Seen = 'fine' | 'odd' | 'else';

/** One time that the rule was broken. */
interface Breach<Case> {
  readonly value: Case;
  readonly failure: RuleBroken;
  readonly transcript: Transcript;
}

export interface Sightings<Case> {
  readonly breaches: readonly Breach<Case>[];
  /** How often it could have been broken. */
  readonly of: number;
  /** How many of them prove the rule broken; undefined where load may explain each. */
  readonly proofFrom?: number;
}

export interface RuleHead {
  readonly id: RuleId;
  /** Section of the document that the rule rests on. */
  readonly section: string;
  readonly level: Level;
  /** The rule in one sentence. */
  readonly title: string;
  /** What is sent or compared, in whole sentences, where the title leaves that open. */
  readonly tries?: string;
  /** What a server that breaks the rule has to do, in whole sentences; nothing of what the document leaves open. */
  readonly fix: string;
  /** Rules that must not have failed for this one to say anything new. */
  readonly after?: readonly RuleId[];
  /** A rule of a later stage is judged when all of the earlier ones are; 0 unless said. */
  readonly stage?: Stage;
  /** The merchant that the rule asks for; `one` unless said. */
  readonly merchant?: 'one' | 'several';
  /** Whether its random cases are sequences of calls, of which an effort tries a number of its own. */
  readonly triesSequences?: true;
  /** Edge cases tried at the effort `quick`; 1 unless said. */
  readonly quickProbes?: number;
}

interface PropertySpec<Case> extends RuleHead {
  /** What the deployment file would have to give; undefined where everything is there. */
  readonly lacks?: (words: Vocabulary) => string | undefined;
  /** What a pass leaves untested because the deployment file lacks something; undefined where it covers everything. */
  readonly omits?: (words: Vocabulary) => string | undefined;
  /** The edge cases, the simplest and most telling first. */
  readonly probes?: (words: Vocabulary) => readonly Case[];
  /** Any further case. */
  readonly given?: (words: Vocabulary) => fc.Arbitrary<Case>;
  /** Cases that the rest of the run gives a reason to look at again; tried when all rules are judged. */
  readonly revisits?: (words: Vocabulary) => readonly Case[];
  /**
   * Looks at every answer of the run, with a memory of each run's own. Where it sees enough and all is fine, the rule
   * holds without asking anything; what is odd to it, `words.oddTo`, is among its probes.
   */
  readonly watches?: () => (reply: Reply) => Seen;
  /** Whether it watches answers to requests by other methods and with other tokens as well. */
  readonly watchesEveryManner?: true;
  /** How the rule was seen broken anywhere in the run. */
  readonly sightings?: (words: Vocabulary) => Sightings<Case>;
  /** Smaller cases to try instead, where they do not follow from the shape of the case. */
  readonly smaller?: (value: Case) => readonly Case[];
  /** The cases that one is made of: where it failed, each may do so in a way of its own. */
  readonly parts?: (value: Case) => readonly Case[];
  /**
   * The case without what known failures name, such as `data: single quote`, for that may hide another failure.
   * Undefined where the rule cannot leave it out.
   */
  readonly unmask?: (value: Case, edits: readonly string[]) => Case | undefined;
  /** Cases that show more surely what came only while other rules were asking as well. */
  readonly louder?: (value: Case) => readonly Case[];
  /** Resolves where the rule holds for the case. @throws RuleBroken, NotJudged, NotAnswering */
  readonly holds: (value: Case, conversation: Conversation, words: Vocabulary) => Promise<void>;
}

/** A rule whose cases are of no concern to the one who runs it. */
export interface Rule extends RuleHead {
  readonly lacks: (words: Vocabulary) => string | undefined;
  readonly omits?: (words: Vocabulary) => string | undefined;
  readonly probes: (words: Vocabulary) => readonly unknown[];
  readonly given: ((words: Vocabulary) => fc.Arbitrary<unknown>) | undefined;
  readonly revisits: (words: Vocabulary) => readonly unknown[];
  readonly watches?: () => (reply: Reply) => Seen;
  readonly watchesEveryManner?: true;
  readonly sightings?: (words: Vocabulary) => Sightings<unknown>;
  readonly smaller: ((value: unknown) => readonly unknown[]) | undefined;
  readonly parts: ((value: unknown) => readonly unknown[]) | undefined;
  readonly unmask: ((value: unknown, edits: readonly string[]) => unknown) | undefined;
  readonly louder: ((value: unknown) => readonly unknown[]) | undefined;
  readonly holds: (value: unknown, conversation: Conversation, words: Vocabulary) => Promise<void>;
}

/** Makes a rule of its parts. A case is plain JSON, so that a report can carry it to another machine. */
export function property<Case>(spec: PropertySpec<Case>): Rule {
  const { smaller, parts, unmask, louder, given } = spec;

  return {
    ...spec,
    lacks: spec.lacks ?? (() => undefined),
    probes: spec.probes ?? (() => []),
    revisits: spec.revisits ?? (() => []),
    given,
    smaller: smaller && ((value) => smaller(value as Case)),
    parts: parts && ((value) => parts(value as Case)),
    unmask: unmask && ((value, edits) => unmask(value as Case, edits)),
    louder: louder && ((value) => louder(value as Case)),
    holds: (value, conversation, words) => spec.holds(value as Case, conversation, words),
  };
}
