/** The options of the mock for a subject of the selftest. */
import type { Choices } from '../../src/contract/choices.ts';
import type { MockOptions } from '../../src/mock/index.ts';
import type { Subject } from './subject.ts';

/** Milliseconds; far below the eight seconds that the defect of `robustness/answers-in-time` takes. */
const SHORT_TIMEOUT = 400;
const ORDINARY_TIMEOUT = 5000;

/** Lets the mock refuse tokens of other issuers. */
const SECRET = 'the secret of the mocks of a selftest';

export function mockOptionsOf(subject: Subject): MockOptions {
  const choices = choicesOf(subject);
  const jwtSecret = acceptsAnyToken(choices) ? undefined : SECRET;
  const options = { choices, jwtSecret };

  switch (subject.kind) {
    case 'plain':
    case 'choice':
      return options;
    case 'defect':
      return { ...options, defects: [subject.defect] };
    case 'mixture':
      return { ...options, lenient: subject.lenient };
    case 'grease':
      return { ...options, grease: subject.grease };
  }
}

export function choicesOf(subject: Subject): Choices {
  switch (subject.kind) {
    case 'choice':
      return { [subject.choice]: subject.option };
    case 'mixture':
      return subject.choices;
    case 'plain':
    case 'defect':
    case 'grease':
      return {};
  }
}

/** Milliseconds that the suite waits for a response. */
export function timeoutFor(subject: Subject): number {
  return subject.kind === 'defect' && subject.rule === 'robustness/answers-in-time'
    ? SHORT_TIMEOUT
    : ORDINARY_TIMEOUT;
}

/** A mock that accepts any token verifies none. */
function acceptsAnyToken(choices: Choices): boolean {
  return choices['missing-token'] === 'take' || choices['invalid-token'] === 'take';
}
