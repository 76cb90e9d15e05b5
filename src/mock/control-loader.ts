/** Keeps the control routes out of the way until somebody asks one. */
import type { Validators } from '../contract/validators.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Inside } from './control/ask.ts';
import type { Control, Controlled, ControlOptions, ControlRequest } from './control/control.ts';
import type { Judge } from './near-misses/judge.ts';
import type { Refusal } from './refusal.ts';
import type { Roster } from './roster.ts';
import type { World } from './worlds/world.ts';
import type { Worlds } from './worlds/worlds.ts';

/** @param begin the world that the address names, or why there is none; called only where the request is let in */
export type AskControl = (request: ControlRequest, begin: () => World | Refusal) => Promise<Controlled>;

export interface LazyControlOptions extends ControlOptions {
  readonly worlds: Worlds;
  readonly roster: Roster;
  readonly validators: Validators;
  readonly ledger: Ledger;
  readonly closing: AbortSignal;
}

export function lazyControl(options: LazyControlOptions): AskControl {
  const { worlds, roster, closing, ledger } = options;
  const startedAt = performance.now();
  let loaded: Promise<{ readonly control: Control; readonly judge: Judge }> | undefined;

  return async (request, begin) => {
    loaded ??= load(options);
    const { control, judge } = await loaded;
    const inside = (world: World): Inside => ({
      ...{ world, worlds, roster, judge, closing, startedAt },
      ledgerKind: ledger.kind,
    });

    return control(request, () => {
      const entered = begin();

      return entered.kind === 'refused' ? entered : inside(entered);
    });
  };
}

async function load(options: LazyControlOptions) {
  const [{ createControl }, { createJudge }] = await Promise.all([
    import('./control/control.ts'),
    import('./near-misses/judge.ts'),
  ]);

  return { control: createControl(options), judge: createJudge(options.validators) };
}
