/** For a request that was refused: the one edit that would have made it right, tried out before it is told. */
import { OPERATIONS, type OperationRoute, pathOf } from '../../contract/operations.ts';
import type { Violation } from '../../contract/types.ts';
import { nearest } from '../../engine/reading/nearest.ts';
import { maskValue } from '../../text/mask.ts';
import type { Visit } from '../check.ts';
import type { Context } from '../handler.ts';
import { type JournalEntry, placeOf, toEntry } from '../journal/entry.ts';
import type { Noted } from '../journal/noted.ts';
import { bodyOf } from '../journal/raw.ts';
import type { Edit } from './edits.ts';
import type { Judge } from './judge.ts';
import { findMendingEdit } from './mending-edit.ts';

type Told = 'requestId' | 'time' | 'method' | 'path' | 'status' | 'reasonCode' | 'reason' | 'violations';

export interface NearMiss extends Partial<Pick<JournalEntry, Told>> {
  /** Left out where no single one does. */
  readonly edit?: Edit;
}

/** @param context of the merchant whose request it was, or of the default one */
export async function nearMissOf(noted: Noted, judge: Judge, context: Context): Promise<NearMiss> {
  const { requestId, time, method, path, status, reasonCode, reason, violations } = toEntry(noted);
  const edit = await findEdit(noted, judge, context);

  return {
    requestId,
    time,
    ...(method === undefined ? {} : { method }),
    ...(path === undefined ? {} : { path }),
    status,
    ...(reasonCode === undefined ? {} : { reasonCode }),
    ...(reason === undefined ? {} : { reason }),
    violations,
    ...(edit === undefined ? {} : { edit: shown(edit) }),
  };
}

async function findEdit(noted: Noted, judge: Judge, context: Context): Promise<Edit | undefined> {
  const { asked, rendered } = noted;
  const meant = routeMeant(placeOf(asked).path);
  if (meant === undefined) return undefined;
  const { operation, path } = meant;
  const visit: Visit = { headers: asked.headers, body: bodyOf(noted) };
  const violations = await judge(operation, visit, context);
  const isPath = path === placeOf(asked).path;
  if (!isPath && asked.method !== meant.method) return undefined;
  const place = placeEdit(meant, asked.method, isPath);
  // Of a wrong path or method the body is not even read, but its headers are known.
  if (place !== undefined && asked.text === undefined)
    return lacksHeaders(visit, violations) ? undefined : place;
  const needsToken = rendered.refusal?.code === 'unauthorized';

  if (violations.length === 0) {
    if (place !== undefined) return place;
    return needsToken ? { header: 'Authorization', value: 'Bearer $TOLLGATE_TOKEN' } : undefined;
  }
  if (place !== undefined || needsToken) return undefined;

  const mending = await findMendingEdit(violations, visit, context, (tried) =>
    judge(operation, tried, context),
  );

  return mending?.edit;
}

function lacksHeaders({ headers }: Visit, violations: readonly Violation[]): boolean {
  return (
    headers.authorization === undefined || violations.some(({ pointer }) => pointer.startsWith('header '))
  );
}

/** The operation whose path comes nearest. */
function routeMeant(path: string | undefined): OperationRoute | undefined {
  const paths = OPERATIONS.map(({ operation }) => pathOf(operation));
  const meant = nearest(path?.replace(/\/+$/, ''), paths);

  return OPERATIONS.find((route) => route.path === meant);
}

function placeEdit(
  { method, path }: OperationRoute,
  came: string | undefined,
  isPath: boolean,
): Edit | undefined {
  if (!isPath) return { path };

  return came === method ? undefined : { method };
}

/** What is taken over from the request is masked as it is elsewhere. */
function shown(edit: Edit): Edit {
  return 'op' in edit && edit.op !== 'remove'
    ? { ...edit, value: maskValue(edit.value, edit.path.slice(1)) }
    : edit;
}
