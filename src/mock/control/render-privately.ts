/** How what is refused below /_tollgate is written: without the headers that would let pages of other origins read it. */
import type { Refusal } from '../refusal.ts';
import { type Rendered, render } from '../render.ts';

export function renderPrivately(refusal: Refusal, id: string): Rendered {
  const rendered = render(refusal, id);
  const headers = Object.entries(rendered.headers).filter(([name]) => !name.startsWith('access-control-'));

  return { ...rendered, headers: { ...Object.fromEntries(headers), 'cache-control': 'no-store' } };
}
