/** The choices that accept tokens without verifying them. */
import type { Choices } from '../../contract/choices.ts';

/** The first choice that a mock which verifies tokens cannot make. */
export function choiceOfUnverified(
  choices: Choices | undefined,
): 'missing-token' | 'invalid-token' | undefined {
  return (['missing-token', 'invalid-token'] as const).find((name) => choices?.[name] === 'take');
}
