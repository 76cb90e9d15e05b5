/** Whether something printed what a page shows of it, where `…` stands for anything. */

/** Spaces at the ends of lines and empty lines around the whole are no matter. */
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
