/** The rules that ask for a refusal: one named edit of a request that is accepted before or after. */
import fc from 'fast-check';
import type { Body } from '../conversation.ts';
import { granted, refused } from '../expect.ts';
import { property, type Rule, type RuleHead } from '../rule.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { REQUIRED, smallerRequests } from './smaller-requests.ts';

/** A request that must be refused, and the accepted one that it differs from by one edit. */
export interface Edit {
  /** The edit in words, such as `without amount`. */
  readonly edit: string;
  readonly base: Body;
  readonly body: Body;
}

interface RefusesSpec extends RuleHead {
  readonly lacks?: (words: Vocabulary) => string | undefined;
  readonly edits: (words: Vocabulary) => readonly Edit[];
  readonly edit?: (words: Vocabulary) => fc.Arbitrary<Edit>;
}

export function refuses({ edits, edit, ...head }: RefusesSpec): Rule {
  return property<readonly Edit[]>({
    ...head,
    probes: (words) => inGroups(edits(words), words.editsTogether),
    ...(edit === undefined
      ? {}
      : { given: (words) => fc.array(edit(words), { minLength: 1, maxLength: 2 }) }),
    parts: (group) => group.map((one) => [one]),
    smaller: (group) => (group.length > 1 ? group.map((one) => [one]) : group.flatMap(plainerEdits)),

    async holds(group, { fee }) {
      const replies = await Promise.all(
        group.map(async ({ edit, body }) => ({ edit, reply: await fee(body) })),
      );
      for (const { edit, reply } of replies) refused(reply, `a refusal of a fee call ${edit}`);
      for (const base of distinctBases(group))
        granted(await fee(base), 'fee-request/accepts-required-fields-alone');
    },
  });
}

/** The same edit of a smaller request: of what it leaves alone anything but the required fields can go. */
function plainerEdits({ edit, base, body }: Edit): readonly (readonly Edit[])[] {
  const [before, after] = [new Map(Object.entries(base)), new Map(Object.entries(body))];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const edited = names.filter((name) => JSON.stringify(before.get(name)) !== JSON.stringify(after.get(name)));

  return smallerRequests(body, edited).map((smaller) => {
    const kept = [...before].filter(([name]) => edited.includes(name) || name in smaller);

    const smallerBase = { ...Object.fromEntries(kept), ...without(smaller, ...edited) };

    return [{ edit: besideLess(edit, smaller), base: smallerBase, body: smaller }];
  });
}

/** Where the words name the fields beside it, they name those that are left. */
function besideLess(edit: string, body: Body): string {
  const [what = edit, beside] = edit.split(', with ');
  const left = Object.keys(body).filter((name) => !REQUIRED.includes(name));
  if (beside === undefined || beside.startsWith('another')) return edit;

  return left.length === 0 ? what : `${what}, with ${left.join(' and ')}`;
}

/** The bases are asked again once behind each group. */
function inGroups(edits: readonly Edit[], size: number): readonly (readonly Edit[])[] {
  return Array.from({ length: Math.ceil(edits.length / size) }, (_, n) =>
    edits.slice(n * size, (n + 1) * size),
  );
}

/** The request without some of its fields. */
export function without(
  request: Readonly<Record<string, unknown>> | object,
  ...fields: readonly string[]
): Body {
  return Object.fromEntries(Object.entries(request).filter(([name]) => !fields.includes(name)));
}

function distinctBases(group: readonly Edit[]): readonly Body[] {
  return [...new Map(group.map(({ base }) => [JSON.stringify(base), base])).values()];
}
