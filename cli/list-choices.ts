/** The choices as the help shows them. A file of its own, so that the help loads little. */
import { CHOICE_NAMES, optionsOf } from '../src/contract/choices.ts';
import { fold } from '../src/text/fold.ts';

const NAME_WIDTH = 26;
const OPTIONS_WIDTH = 66;

/** Every choice with its options, the default first. */
export function listChoices(): string {
  const lines = CHOICE_NAMES.flatMap((name) =>
    fold(optionsOf(name), OPTIONS_WIDTH, ', ').map(
      (options, at) => `  ${(at === 0 ? name : '').padEnd(NAME_WIDTH)}  ${options}`,
    ),
  );

  return `Choices that the document leaves open, for --choose (the first option is the default):\n${lines.join('\n')}`;
}
