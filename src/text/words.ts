/** Words of sentences and lines: counts, durations such as 90s or 7d, and lists that are folded. */

/** A number with its noun: `1 rule`, `2 rules`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Sections of the document in a sentence: `section 2.1`, `sections 1.2, 4.1 and 4.2`. */
export function citeSections(list: string): string {
  const cited = list.replace(/, (?!.*, )/, ' and ');

  return `section${cited === list ? '' : 's'} ${cited}`;
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * @param width of a line in characters; a longer item has a line of its own
 * @param separator between items; at the end of a line without its spaces
 */
export function fold(items: readonly string[], width: number, separator = ' '): readonly string[] {
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + separator.length + item.length <= width)
      lines[lines.length - 1] = last + separator + item;
    else lines.push(item);
  }

  return lines.map((line, at) => (at < lines.length - 1 ? line + separator.trimEnd() : line));
}

/** Each unit in milliseconds. */
const TIME_UNITS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Returns milliseconds, negative with a minus sign; undefined for other text. */
export function readDuration(text: string): number | undefined {
  const [, count, unit = ''] = /^(-?\d{1,9})([smhd])$/.exec(text) ?? [];
  const milliseconds = TIME_UNITS[unit];

  return milliseconds === undefined ? undefined : Number(count) * milliseconds;
}

/** The two largest units of a time in milliseconds: `30 d 2 h`. */
export function showDuration(milliseconds: number): string {
  let rest = milliseconds;
  const parts = Object.entries(TIME_UNITS)
    .toReversed()
    .flatMap(([unit, size]) => {
      const whole = Math.floor(rest / size);
      rest %= size;

      return whole === 0 ? [] : [`${whole} ${unit}`];
    });

  return parts.slice(0, 2).join(' ');
}
