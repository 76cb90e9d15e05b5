/** Whether the header Accept prefers HTML to JSON (RFC 9110, section 12.5.1). */

interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

/** How a client rates a media type. A range is more exact the fewer wildcards it has. */
type Rating = readonly [quality: number, exactness: number];

/** Browsers name text/html; programs mostly accept every type, and get JSON. */
export function wantsPage(accept: string | undefined): boolean {
  const ranges = (accept ?? '*/*').split(',').map(readRange);
  const [page, index] = [rate('text/html', ranges), rate('application/json', ranges)];
  if (page[0] !== index[0]) return page[0] > index[0];

  return page[0] > 0 && page[1] > index[1];
}

function readRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);

  return { type, quality: quality === undefined ? 1 : Number(quality) || 0 };
}

/** The rating of the most exact range that has the type. */
function rate(type: string, ranges: readonly MediaRange[]): Rating {
  const rising = ['*/*', type.replace(/\/.*/, '/*'), type];
  const ratings = ranges
    .map(({ type: range, quality }): Rating => [quality, rising.indexOf(range)])
    .filter(([, exactness]) => exactness >= 0);

  return ratings.reduce((best, rating) => (rating[1] > best[1] ? rating : best), [0, -1]);
}
