/** The choices as the help shows them. Apart, so that the help loads no more than it prints. */
import { CHOICE_NAMES, optionsOf } from '../contract/choices.ts';

/** Every choice with its options on a line, the default first. */
export function listChoices(): string {
  const lines = CHOICE_NAMES.map((name) => `  ${name.padEnd(26)}  ${optionsOf(name).join(', ')}`);

  return `What --choose can decide, since the document leaves it open (the first option is the default):\n${lines.join('\n')}`;
}
