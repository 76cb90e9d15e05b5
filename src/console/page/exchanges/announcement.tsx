/** Says to a screen reader how many exchanges have arrived, at most every five seconds. */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { JournalEntry } from '../../../exchange/journal/entry.ts';
import { count } from '../../../text/words.ts';

/** In milliseconds. */
const INTERVAL = 5_000;

/** @param entries the newest first */
export function Announcement({ entries }: { readonly entries: readonly JournalEntry[] }) {
  const [text, setText] = useState('');
  const current = useRef(entries);
  current.current = entries;
  useEffect(() => {
    let [last] = current.current;
    const timer = setInterval(() => {
      const known = last === undefined ? -1 : current.current.indexOf(last);
      // A new filter is not an arrival.
      const added = last === undefined ? current.current : current.current.slice(0, Math.max(0, known));
      [last] = current.current;
      if (added.length > 0) setText(wordsFor(added));
    }, INTERVAL);

    return () => clearInterval(timer);
  }, []);

  return (
    <p class="hidden" role="status">
      {text}
    </p>
  );
}

function wordsFor(added: readonly JournalEntry[]): string {
  const refused = added.filter(({ status }) => status >= 400).length;

  return `${count(added.length, 'new exchange')}${refused === 0 ? '' : `, ${refused} refused`}`;
}
