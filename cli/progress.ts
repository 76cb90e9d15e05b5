/** Shows how far a command is: one line that changes on a terminal, elsewhere a line every ten seconds. */

/** Milliseconds between two lines where there is no terminal. */
const INTERVAL = 10_000;

interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly write: (text: string) => unknown;
}

/** @returns shows a text, and nothing any more with an empty one */
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
