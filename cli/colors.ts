/** Colours text on a terminal, unless NO_COLOR is set. */
import { styleText } from 'node:util';

type Colour = 'red' | 'yellow' | 'green' | 'dim';

export type Paint = (colour: Colour, text: string) => string;

type ColorEnvironment = Readonly<Record<string, string | undefined>>;

export function paintFor(isTerminal: boolean, { NO_COLOR = '', TERM }: ColorEnvironment): Paint {
  if (!isTerminal || NO_COLOR !== '' || TERM === 'dumb') return plain;

  return (colour, text) => styleText(colour, text, { validateStream: false });
}

const COLOUR_OF = { good: 'green', bad: 'red', doubtful: 'yellow' } as const;

/** Colours a word by its tone. */
export function tintBy(paint: Paint): (tone: keyof typeof COLOUR_OF, word: string) => string {
  return (tone, word) => paint(COLOUR_OF[tone], word);
}

export const plain: Paint = (_, text) => text;
