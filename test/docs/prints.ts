/** Whether an output matches the one that a page shows, in which `…` matches anything. */

/** A line that a long command prints every ten seconds: only on a busy machine. */
const PROGRESS = /^tollgate: (calling |run \d+ of about |\d+ of \d+ rules).*\n/gm;

/** Ignores spaces at the ends of lines and empty lines around the whole. */
export function prints(shown: string, printed: string): boolean {
  const pattern = tidy(shown)
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[\\s\\S]*?');

  return new RegExp(`^${pattern}$`).test(tidy(printed.replaceAll(PROGRESS, '')));
}

function tidy(text: string): string {
  return text.replace(/[ \t]+$/gm, '').trim();
}
