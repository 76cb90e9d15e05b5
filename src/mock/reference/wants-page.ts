/** Whether a client is after the page or the index: what its header Accept prefers (RFC 9110, section 12.5.1). */

interface Range {
  readonly type: string;
  readonly quality: number;
}

/** How much a client wants a media type: first by quality, then by how exactly it was named. */
type Wish = readonly [quality: number, exactness: number];

/** Only who asks for text/html gets the page; who does not care is a program. */
export function wantsPage(accept: string | undefined): boolean {
  const ranges = (accept ?? '*/*').split(',').map(readRange);
  const [page, index] = [wishFor('text/html', ranges), wishFor('application/json', ranges)];
  if (page[0] !== index[0]) return page[0] > index[0];

  return page[0] > 0 && page[1] > index[1];
}

function readRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);

  return { type, quality: quality === undefined ? 1 : Number(quality) || 0 };
}

/** The most exact range counts. */
function wishFor(type: string, ranges: readonly Range[]): Wish {
  const rising = ['*/*', type.replace(/\/.*/, '/*'), type];
  const wishes = ranges
    .map(({ type: range, quality }): Wish => [quality, rising.indexOf(range)])
    .filter(([, exactness]) => exactness >= 0);

  return wishes.reduce((best, wish) => (wish[1] > best[1] ? wish : best), [0, -1]);
}
