/** The ways in which options get at a request: what is read of it, what is wrong with it, what is done about it. */
import type { OperationId, Violation } from '../../contract/types.ts';
import type { Visit } from '../check.ts';
import type { Context } from '../handler.ts';
import type { Stations } from '../line.ts';
import type { Identify } from '../merchants.ts';
import type { Fields, FitStations, Hooks } from './choice.ts';

/** Hooks that read a request otherwise than it came. */
export function reading(read: (visit: Visit, operation: OperationId) => Visit): () => Hooks {
  return () => ({
    stations: (operation, stations) => ({
      ...stations,
      check: (visit, context) => stations.check(read(visit, operation), context),
    }),
  });
}

/** Hooks that read a fee call's or sale's JSON object otherwise than it came. */
export function readingFields(read: (fields: Fields, operation: OperationId) => Fields): () => Hooks {
  return reading((visit, operation) =>
    isFields(visit.body) ? { ...visit, body: read(visit.body, operation) } : visit,
  );
}

/** Hooks that find more wrong with a request than the contract does. */
export function objecting(
  object: (fields: Fields, operation: OperationId) => readonly Violation[],
): () => Hooks {
  return () => ({
    stations: (operation, stations) => ({
      ...stations,
      check(visit, context) {
        const checked = stations.check(visit, context);
        const found = isFields(visit.body) ? object(visit.body, operation) : [];
        if (found.length === 0) return checked;

        return {
          kind: 'invalid',
          violations: checked.kind === 'valid' ? found : [...checked.violations, ...found],
        };
      },
    }),
  });
}

/** Hooks that find out otherwise whose request it is. `wrap` is called anew for each request. */
export function identifying(
  wrap: (identify: Identify<Context>, now: Stations<OperationId>['now']) => Identify<Context>,
): () => Hooks {
  return () => ({
    stations: (_operation, stations) => ({ ...stations, identify: wrap(stations.identify, stations.now) }),
  });
}

/** Fits the stations of fee calls alone. */
export function atFees(fit: (stations: Stations<'calculateFee'>) => Stations<'calculateFee'>): FitStations {
  return at('calculateFee', fit);
}

/** Fits the stations of sales alone. */
export function atSales(fit: (stations: Stations<'attachSale'>) => Stations<'attachSale'>): FitStations {
  return at('attachSale', fit);
}

function at<Mine extends OperationId>(
  mine: Mine,
  fitting: (stations: Stations<Mine>) => Stations<Mine>,
): FitStations {
  return <O extends OperationId>(operation: O, stations: Stations<O>): Stations<O> =>
    operation === (mine as OperationId)
      ? (fitting(stations as unknown as Stations<Mine>) as unknown as Stations<O>)
      : stations;
}

function isFields(body: unknown): body is Fields {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
