/** Keeps the last exchanges within a budget of bytes. */
import type { Exchange } from '../../src/exchange/exchange.ts';

interface RecentExchanges {
  readonly add: (exchange: Exchange) => void;
  readonly exchanges: () => readonly Exchange[];
  readonly bytes: () => number;
  readonly find: (event: { readonly id: string } | undefined) => readonly Exchange[];
}

/** The objects of an exchange, in bytes. */
const OBJECTS = 2048;

/** @param budget in bytes */
export function createRecentExchanges(budget: number): RecentExchanges {
  let kept: Exchange[] = [];
  let bytes = 0;

  return {
    add(exchange) {
      kept.push(exchange);
      bytes += sizeOf(exchange);
      if (bytes <= budget) return;
      // Drops half of them at once, since each removal moves the others.
      kept = kept.slice(Math.ceil(kept.length / 2));
      bytes = kept.reduce((sum, each) => sum + sizeOf(each), 0);
    },
    exchanges: () => kept,
    bytes: () => bytes,
    find(event) {
      const found = event && kept.findLast(({ id }) => id === event.id);

      return found === undefined ? [] : [found];
    },
  };
}

/** Two bytes for each character of the texts, and of the JSON value of the request. */
export function sizeOf({ request: { body = '', bodyLength, json }, response }: Exchange): number {
  const value = json === undefined ? 0 : (bodyLength ?? body.length);

  return OBJECTS + 2 * (body.length + value + response.body.length);
}
