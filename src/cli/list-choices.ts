/** The choices as the help shows them. Apart, so that the help loads no more than it prints. */
import { CHOICE_NAMES, optionsOf } from '../contract/choices.ts';

const NAME_WIDTH = 26;
const LINE_WIDTH = 96;

/** Every choice with its options, the default first. */
export function listChoices(): string {
  const lines = CHOICE_NAMES.flatMap((name) =>
    folded(optionsOf(name)).map(
      (options, at) => `  ${(at === 0 ? name : '').padEnd(NAME_WIDTH)}  ${options}`,
    ),
  );

  return `What --choose can decide, since the document leaves it open (the first option is the default):\n${lines.join('\n')}`;
}

function folded(options: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const option of options) {
    const line = lines.at(-1);
    if (line === undefined || NAME_WIDTH + line.length + option.length > LINE_WIDTH - 6) lines.push(option);
    else lines[lines.length - 1] = `${line}, ${option}`;
  }

  return lines.map((line, at) => (at < lines.length - 1 ? `${line},` : line));
}
