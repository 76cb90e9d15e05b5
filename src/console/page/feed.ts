/** Follows the journal while the page is in view: keeps the last exchanges in order, and reconnects where the stream ends. */
import { type ReadonlySignal, signal } from '@preact/signals';
import type { JournalEntry } from '../../exchange/journal/entry.ts';
import { createStoryteller, type Story } from '../../exchange/journal/story.ts';
import { type Api, ApiError } from './api.ts';

export interface ShownExchange extends JournalEntry {
  /** What it did. */
  readonly story: Story;
  /** Its JSON in lower case, for searches. */
  readonly text: string;
}

/** The document, as far as a feed needs it. */
type Visible = EventTarget & Pick<Document, 'hidden'>;

interface FeedState {
  /** `lost`: the next try follows. `refused`: for example to another machine. */
  readonly kind: 'connecting' | 'live' | 'lost' | 'refused';
  /** Why the server refuses. */
  readonly why?: string;
}

/** The most exchanges, and the most characters of their JSON. */
const MOST = { exchanges: 10_000, characters: 64 * 1024 * 1024 };

/** In milliseconds. */
const BATCH = 40;
const RETRY = { connecting: 0, live: 0, lost: 1_000, refused: 5_000 };
const CHECK = 2_000;

interface FeedEvents {
  /** Called before each try; the stream begins where it resolves. */
  readonly onConnect: () => Promise<void>;
  /** Called when the journal was emptied or restarted, and the list restarts with it. */
  readonly onRestart: () => void;
}

/** @param patience milliseconds until a hidden page closes its connection */
export function createFeed(
  api: Api,
  { onConnect, onRestart }: FeedEvents,
  page: Visible = document,
  patience = 2_000,
) {
  const exchanges = signal<readonly ShownExchange[]>([]);
  const connection = signal<FeedState>({ kind: 'connecting' });
  const isPaused = signal(false);
  const waiting = signal(0);
  const tell = createStoryteller();
  let arrived: ShownExchange[] = [];
  let isScheduled = false;
  let lastId: string | undefined;
  let total = 0;

  const show = () => {
    isScheduled = false;
    waiting.value = isPaused.value ? arrived.length : 0;
    if (isPaused.value) return;
    const all = exchanges.value.concat(arrived);
    arrived = [];
    let characters = 0;
    const last = all.findLastIndex(({ text }) => {
      characters += text.length;

      return characters > MOST.characters;
    });
    exchanges.value = all.slice(Math.max(last + 1, all.length - MOST.exchanges));
  };
  /** Restarts the list with the exchanges that the journal has now. */
  const restart = () => {
    [exchanges.value, arrived, lastId, total] = [[], [], undefined, 0];
    show();
    onRestart();
  };
  const receive = (line: string) => {
    const entry = JSON.parse(line) as JournalEntry;
    // Another process has other ids.
    if (lastId !== undefined && runOf(entry.requestId) !== runOf(lastId)) restart();
    lastId = entry.requestId;
    // The mock closes connections that a browser opens and does not use.
    if (entry.method === undefined && entry.status === 408) return;
    arrived.push({ ...entry, story: tell(entry), text: line.toLowerCase() });
    if (arrived.length > MOST.exchanges) arrived.shift();
    if (!isScheduled) setTimeout(show, BATCH);
    isScheduled = true;
  };
  /** A journal with fewer exchanges than before was emptied, or belongs to a new process. */
  const hasRestarted = async (): Promise<boolean> => {
    const { matched, dropped = 0 } = await api.get<{ matched: number; dropped?: number }>('/journal?limit=0');
    const isFewer = matched + dropped < total;
    total = matched + dropped;
    if (isFewer) restart();

    return isFewer;
  };
  const follow = async () => {
    await onConnect();
    await hasRestarted();
    const since = lastId === undefined ? '' : `&since=${encodeURIComponent(lastId)}`;
    const [over, unseen] = [new AbortController(), new AbortController()];
    const onChange = () => setTimeout(() => page.hidden && unseen.abort(), patience);
    page.addEventListener('visibilitychange', onChange, over);
    const check = setInterval(async () => {
      if (await hasRestarted().catch(() => false)) unseen.abort();
    }, CHECK);
    const onOpen = () => {
      connection.value = { kind: 'live' };
    };
    try {
      await api.stream(`/journal?follow=true${since}`, unseen.signal, { onOpen, onLine: receive });
      connection.value = { kind: 'lost' };
    } catch (error) {
      if (!unseen.signal.aborted) throw error;
      connection.value = { kind: 'connecting' };
    } finally {
      over.abort();
      clearInterval(check);
    }
  };
  return {
    /** The oldest first. A new list for each change. */
    exchanges: exchanges as ReadonlySignal<readonly ShownExchange[]>,
    connection: connection as ReadonlySignal<FeedState>,
    /** While paused, later exchanges are counted but not shown. */
    isPaused: isPaused as ReadonlySignal<boolean>,
    waiting: waiting as ReadonlySignal<number>,
    pause(on: boolean) {
      isPaused.value = on;
      show();
    },
    /** Follows the journal until the page is closed. */
    async run(): Promise<never> {
      for (;;) {
        while (page.hidden)
          await new Promise((resolve) => page.addEventListener('visibilitychange', resolve, { once: true }));
        try {
          await follow();
        } catch (error) {
          connection.value =
            error instanceof ApiError ? { kind: 'refused', why: error.message } : { kind: 'lost' };
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY[connection.value.kind]));
      }
    },
  };
}

/** The part of an id that all ids of one process have. */
function runOf(requestId: string): string {
  return requestId.slice(0, requestId.lastIndexOf('-'));
}
