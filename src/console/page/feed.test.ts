import { expect, it, vi } from 'vitest';
import { type Api, ApiError } from './api.ts';
import { createFeed } from './feed.ts';

type Stream = Parameters<Api['stream']>;

/** Waits until a check passes, on a busy machine too. */
const soon = (check: () => void) => vi.waitFor(check, 20_000);

/** An API whose streams a test writes and ends. */
function fakeApi(base = 'http://a/') {
  const streams: {
    readonly path: string;
    readonly events: Stream[2];
    readonly end: (error?: unknown) => void;
  }[] = [];
  const journal = { matched: 0, reads: 0 };
  const api = {
    base: new URL(base),
    get: async () => {
      journal.reads++;

      return { matched: journal.matched };
    },
    stream: (path: string, signal: AbortSignal, events: Stream[2]) =>
      new Promise<void>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        const end = (error?: unknown) => (error === undefined ? resolve() : reject(error));
        streams.push({ path, events, end });
      }),
  };

  return { api: api as unknown as Api, streams, journal };
}

/** A page whose user a test sends away and back. */
function fakePresence() {
  let unseen: (() => void) | undefined;
  let seen: (() => void) | undefined;
  let isSeen = true;

  return {
    whenSeen: () =>
      new Promise<void>((resolve) => {
        seen = resolve;
        if (isSeen) resolve();
      }),
    onceUnseen(call: () => void) {
      unseen = call;

      return () => {
        unseen = undefined;
      };
    },
    leave() {
      isSeen = false;
      unseen?.();
    },
    come() {
      isSeen = true;
      seen?.();
    },
  };
}

const line = (id: number) => JSON.stringify({ requestId: `r-${id}`, status: 200 });
const ids = (feed: ReturnType<typeof createFeed>) => feed.exchanges.value.map(({ requestId }) => requestId);

async function started(base?: string) {
  const { api, streams, journal } = fakeApi(base);
  const presence = fakePresence();
  const onRestart = vi.fn();
  const feed = createFeed(api, { onConnect: async () => {}, onRestart }, presence);
  void feed.run();
  await soon(() => expect(streams).toHaveLength(1));
  streams[0]?.events.onOpen();

  return {
    feed,
    streams,
    journal,
    onRestart,
    presence,
    send: (id: number) => streams.at(-1)?.events.onLine(line(id)),
  };
}

it('follows what the address has: a mock without its worlds, or one of them', async () => {
  const { streams } = await started('http://a/base/w/cart-7/');

  expect(streams[0]?.path).toBe('/journal?follow=true');
});

it('continues after the last exchange where the stream ends, and says so meanwhile', async () => {
  const { feed, streams, send } = await started();
  send(1);
  streams[0]?.end();
  await soon(() => expect(feed.connection.value.kind).toBe('lost'));
  await soon(() => expect(streams).toHaveLength(2));
  streams[1]?.events.onOpen();

  expect(streams[1]?.path).toContain('&since=r-1');
  expect(feed.connection.value.kind).toBe('live');
});

it('says why the server refuses', async () => {
  const { feed, streams } = await started();
  streams[0]?.end(new ApiError(403, 'address of the client: expected one of this machine'));
  await soon(() =>
    expect(feed.connection.value).toEqual({
      kind: 'refused',
      why: 'address of the client: expected one of this machine',
    }),
  );
});

it('keeps the last 10,000 exchanges in their order', async () => {
  const { feed, send } = await started();
  for (let id = 0; id < 10_500; id++) send(id);
  await soon(() => expect(feed.exchanges.value).toHaveLength(10_000));

  expect([ids(feed)[0], ids(feed).at(-1)]).toEqual(['r-500', 'r-10499']);
});

it('counts what arrives while it is paused, and shows it afterwards', async () => {
  const { feed, send } = await started();
  feed.pause(true);
  send(1);
  send(2);
  await soon(() => expect(feed.waiting.value).toBe(2));
  expect(ids(feed)).toEqual([]);
  feed.pause(false);

  expect(ids(feed)).toEqual(['r-1', 'r-2']);
  feed.clear();
  expect(ids(feed)).toEqual([]);
});

it('gives its connection up while it is not seen, and continues where it was', async () => {
  const { feed, streams, send, presence } = await started();
  send(1);
  presence.leave();
  await soon(() => expect(feed.connection.value.kind).toBe('connecting'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(streams).toHaveLength(1);
  presence.come();
  await soon(() => expect(streams).toHaveLength(2));

  expect(streams[1]?.path).toContain('&since=r-1');
});

it('begins anew where another process answers, or the journal was emptied', async () => {
  const { feed, streams, journal, onRestart, send } = await started();
  send(1);
  streams[0]?.events.onLine(JSON.stringify({ requestId: 'other-1', method: 'POST', status: 200 }));
  await soon(() => expect(ids(feed)).toEqual(['other-1']));
  expect(onRestart).toHaveBeenCalledOnce();

  journal.matched = 5;
  const { reads } = journal;
  await soon(() => expect(journal.reads).toBeGreaterThan(reads));
  journal.matched = 2;
  await soon(() => expect(streams).toHaveLength(2));

  expect(streams[1]?.path).not.toContain('since');
  expect(ids(feed)).toEqual([]);
});

it('leaves out a connection that a browser opened and did not use', async () => {
  const { feed, streams, send } = await started();
  streams[0]?.events.onLine(JSON.stringify({ requestId: 'r-1', status: 408 }));
  send(2);
  await soon(() => expect(ids(feed)).toEqual(['r-2']));
});
