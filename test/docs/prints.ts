/** Whether an output matches the one that a page shows, in which `…` matches anything. */

/** Ignores spaces at the ends of lines and empty lines around the whole. */
export function prints(shown: string, printed: string): boolean {
  const pattern = tidy(shown)
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[\\s\\S]*?');

  return new RegExp(`^${pattern}$`).test(tidy(printed));
}

function tidy(text: string): string {
  return text.replace(/[ \t]+$/gm, '').trim();
}
