/** What a terminal shows beside plain text: colours, unless NO_COLOR is set, and how far a command is. */
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

/** Milliseconds between two lines where there is no terminal. */
const INTERVAL = 10_000;

interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly write: (text: string) => unknown;
}

/**
 * One line that changes on a terminal, elsewhere a line every ten seconds.
 *
 * @returns shows a text, and nothing any more with an empty one
 */
export function createProgress(screen: Screen): (text: string) => void {
  let latest = '';
  let printed = '';
  let timer: NodeJS.Timeout | undefined;
  const print = () => {
    if (latest !== printed) screen.write(`tollgate: ${latest}\n`);
    printed = latest;
  };

  return (text) => {
    latest = text;
    // A wrapped line could not be cleared.
    if (screen.isTTY === true) screen.write(`\r\x1b[K${text.slice(0, (screen.columns || 80) - 1)}`);
    else if (text !== '') timer ??= setInterval(print, INTERVAL).unref();
    else {
      clearInterval(timer);
      timer = undefined;
    }
  };
}
