/** Follows the journal while the page is in view: keeps the last exchanges in order, and reconnects where the stream ends. */
import { type ReadonlySignal, signal } from '@preact/signals';
import type { JournalEntry } from '../../exchange/journal/entry.ts';
import { createStoryteller, type Story } from '../../exchange/journal/story.ts';
import { type Api, ApiError } from './api.ts';

/** Whether the page is in view. */
export interface Presence {
  readonly isSeen: () => boolean;
  /** @returns a function that ends the watch */
  readonly onChange: (call: () => void) => () => void;
  /** Milliseconds until a hidden page closes its connection. */
  readonly patience: number;
}

const PAGE_PRESENCE: Presence = {
  isSeen: () => !document.hidden,
  onChange(call) {
    document.addEventListener('visibilitychange', call);

    return () => document.removeEventListener('visibilitychange', call);
  },
  patience: 2_000,
};

type FeedState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  /** The server has ended, or cannot be reached: the next try follows. */
  | { readonly kind: 'lost' }
  /** The server refuses, for example to another machine. */
  | { readonly kind: 'refused'; readonly why: string };

export interface Feed {
  /** The oldest first. A new list for each change. */
  readonly exchanges: ReadonlySignal<readonly JournalEntry[]>;
  /** What an exchange of the list did. */
  readonly storyOf: (entry: JournalEntry) => Story;
  readonly connection: ReadonlySignal<FeedState>;
  /** While paused, later exchanges are counted but not shown. */
  readonly isPaused: ReadonlySignal<boolean>;
  readonly waiting: ReadonlySignal<number>;
  readonly pause: (isPaused: boolean) => void;
  /** Follows the journal until the page is closed. */
  readonly run: () => Promise<never>;
}

/** The most exchanges, and the most characters of their JSON. */
const MOST = { exchanges: 10_000, characters: 64 * 1024 * 1024 };

/** In milliseconds. */
const BATCH = 40;
const RETRY = 1_000;
const RETRY_REFUSED = 5_000;
const CHECK = 2_000;

interface KeptEntry {
  readonly entry: JournalEntry;
  readonly size: number;
}

interface FeedEvents {
  /** Called before each try; the stream begins where it resolves. */
  readonly onConnect: () => Promise<void>;
  /** Called when the journal was emptied or restarted, and the list restarts with it. */
  readonly onRestart: () => void;
}

export function createFeed(
  api: Api,
  { onConnect, onRestart }: FeedEvents,
  { isSeen, onChange, patience }: Presence = PAGE_PRESENCE,
): Feed {
  const exchanges = signal<readonly JournalEntry[]>([]);
  const connection = signal<FeedState>({ kind: 'connecting' });
  const isPaused = signal(false);
  const waiting = signal(0);
  let kept: KeptEntry[] = [];
  let characters = 0;
  let arrived: KeptEntry[] = [];
  let lastId: string | undefined;
  let total = 0;
  const storyOf = createStoryteller();
  const stories = new WeakMap<JournalEntry, Story>();
  let isScheduled = false;

  const show = () => {
    isScheduled = false;
    if (isPaused.value) {
      waiting.value = arrived.length;
      return;
    }
    kept = kept.concat(arrived);
    arrived = [];
    waiting.value = 0;
    let dropped = 0;
    while (kept.length - dropped > MOST.exchanges || characters > MOST.characters) {
      characters -= kept[dropped]?.size ?? 0;
      dropped += 1;
    }
    kept = dropped === 0 ? kept : kept.slice(dropped);
    exchanges.value = kept.map(({ entry }) => entry);
  };
  /** Restarts the list with the exchanges that the journal has now. */
  const restart = () => {
    [kept, arrived, characters] = [[], [], 0];
    [lastId, total] = [undefined, 0];
    exchanges.value = [];
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
    stories.set(entry, storyOf(entry));
    characters += line.length;
    arrived.push({ entry, size: line.length });
    if (arrived.length > MOST.exchanges) characters -= arrived.shift()?.size ?? 0;
    if (!isScheduled) setTimeout(show, BATCH);
    isScheduled = true;
  };
  /** A journal with fewer exchanges than before was emptied, or belongs to a new process. */
  const hasRestarted = async (): Promise<boolean> => {
    const { matched, dropped = 0 } = await api.get<{ matched: number; dropped?: number }>('/journal?limit=0');
    const isFewer = matched + dropped < total;
    total = matched + dropped;

    return isFewer;
  };
  const follow = async () => {
    await onConnect();
    if (await hasRestarted()) restart();
    const since = lastId === undefined ? '' : `&since=${encodeURIComponent(lastId)}`;
    const unseen = new AbortController();
    let hidden: ReturnType<typeof setTimeout> | undefined;
    const stopWatch = onChange(() => {
      clearTimeout(hidden);
      if (!isSeen()) hidden = setTimeout(() => unseen.abort(), patience);
    });
    const check = setInterval(async () => {
      if (!(await hasRestarted().catch(() => false))) return;
      restart();
      unseen.abort();
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
      stopWatch();
      clearTimeout(hidden);
      clearInterval(check);
    }
  };

  const change = () =>
    new Promise<void>((resolve) => {
      const stop = onChange(() => {
        stop();
        resolve();
      });
    });

  return {
    ...{ exchanges, connection, isPaused, waiting },
    storyOf: (entry) => stories.get(entry) ?? { did: 'other' },
    pause(on) {
      isPaused.value = on;
      show();
    },
    async run() {
      for (;;) {
        while (!isSeen()) await change();
        try {
          await follow();
        } catch (error) {
          connection.value =
            error instanceof ApiError ? { kind: 'refused', why: error.message } : { kind: 'lost' };
        }
        if (connection.value.kind === 'connecting') continue;
        const pause = connection.value.kind === 'refused' ? RETRY_REFUSED : RETRY;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    },
  };
}

/** The part of an id that all ids of one process have. */
function runOf(requestId: string): string {
  return requestId.slice(0, requestId.lastIndexOf('-'));
}
