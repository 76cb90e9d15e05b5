/** The open exchange in full: what was wrong, the fee, request and response, commands that send it again. */
import { useEffect, useRef } from 'preact/hooks';
import type { JournalEntry } from '../../../exchange/journal/entry.ts';
import { createStoryteller } from '../../../exchange/journal/story.ts';
import { useStore } from '../store.ts';
import { Text } from '../ui/text.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { CopyAs } from './copy-as.tsx';
import { FeeOf } from './fee-of.tsx';
import { Hints, Violations } from './findings.tsx';
import { MessageView } from './message-view.tsx';
import { NearMiss } from './near-miss.tsx';
import { OUTCOMES, statusTone } from './outcomes.ts';

interface DetailProps {
  readonly requestId: string;
  readonly close: () => void;
}

export function Detail({ requestId, close }: DetailProps) {
  const { api, feed } = useStore();
  const listed = feed.exchanges.value.find((entry) => entry.requestId === requestId);
  const isListed = listed !== undefined;
  // A link may lead to an exchange that the list no longer has.
  const loaded = useLoaded(
    () => (isListed ? undefined : api.get<JournalEntry>(`/journal/${encodeURIComponent(requestId)}`)),
    [requestId, isListed],
  );
  // An open exchange stays, also where list and journal have dropped it.
  const kept = useRef<JournalEntry | undefined>(undefined);
  kept.current = listed ?? kept.current ?? loaded.value;
  const entry = kept.current;
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the list is hidden.
    const list = document.querySelector<HTMLElement>('.listed');
    if (list?.offsetParent === null) place.current?.focus();
  }, []);

  return (
    <section
      class="detail"
      id="detail"
      ref={place}
      tabIndex={-1}
      aria-label="Exchange"
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <button type="button" class="button close" onClick={close}>
        <span class="wide">Close</span>
        <span class="narrow">Back to the list</span>
      </button>
      {entry === undefined ? (
        <p class="muted">{loaded.error === undefined ? 'Loading…' : GONE}</p>
      ) : (
        <Shown entry={entry} story={isListed ? feed.storyOf(entry) : createStoryteller()(entry)} />
      )}
    </section>
  );
}

const GONE =
  'The journal does not have this exchange any more. It keeps the last ones (tollgate mock --journal N keeps more), and a reset or a restart empties it.';

interface ShownProps {
  readonly entry: JournalEntry;
  readonly story: ReturnType<ReturnType<typeof createStoryteller>>;
}

function Shown({ entry, story }: ShownProps) {
  const {
    time,
    milliseconds,
    status,
    method = '(no HTTP)',
    path = '',
    query,
    world,
    merchant,
    fault,
  } = entry;
  const outcome = OUTCOMES[story.did];
  const { mTxId, sTxId, received } = story;
  const choices = Object.entries(entry.choices).map(([name, option]) => `${name}=${option}`);
  const chosen = choices.length === 0 ? undefined : choices.join(', ');

  return (
    <>
      <header class="about">
        <h2>
          <span class={`tone ${received === undefined ? statusTone(status) : 'bad'}`}>{status}</span>{' '}
          <Text text={method} /> <Text text={`${path}${query === undefined ? '' : `?${query}`}`} />
        </h2>
        <p class="bar">
          {outcome !== undefined && <span class={`badge ${outcome.tone}`}>{outcome.label}</span>}
          {received !== undefined && <span class="badge bad">the client received {received}</span>}
          {fault !== undefined && (
            <span class="badge warn">
              fault: <Text text={fault} />
            </span>
          )}
          {Object.entries({ mTxId, sTxId }).map(
            ([name, id]) =>
              id !== undefined && (
                <span key={name}>
                  <span class="muted">{name} </span>
                  <span class="mono">
                    <Text text={id} />
                  </span>
                </span>
              ),
          )}
        </p>
        <p class="muted">
          <time dateTime={time}>{time.replace('T', ' ').replace('Z', '')}</time> · {milliseconds.toFixed(1)}{' '}
          ms
          {Object.entries({ merchant, world, chosen }).map(
            ([name, value]) =>
              value !== undefined && (
                <span key={name}>
                  {` · ${name} `}
                  <Text text={value} />
                </span>
              ),
          )}
        </p>
      </header>
      <Violations entry={entry} />
      <NearMiss entry={entry} />
      <Hints entry={entry} />
      <FeeOf entry={entry} story={story} />
      <MessageView entry={entry} />
      <CopyAs entry={entry} />
    </>
  );
}
