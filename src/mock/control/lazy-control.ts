/** Loads the control routes with the first control request: most mocks receive none. */
import type { Validators } from '../../contract/validators.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { MerchantRegistry } from '../auth/registry.ts';
import { createPreview } from '../mend/preview-violations.ts';
import type { Refusal } from '../refusal.ts';
import type { HandlerContext, Principal } from '../request.ts';
import type { MockResponse } from '../response.ts';
import type { World } from '../worlds/world.ts';
import type { Worlds } from '../worlds/worlds.ts';
import type { Control, ControlOptions, ControlRequestHead } from './control.ts';
import { type ControlContext, type Controlled, writeControlResponse } from './route.ts';

export interface LazyControl {
  /** @param open the world of the address, or why there is none; called only for a request that is let in */
  readonly answer: (request: ControlRequestHead, open: () => World | Refusal) => Promise<Controlled>;
  /** A refusal that pages of other origins cannot read. */
  readonly refuse: (refusal: Refusal, requestId: string) => MockResponse;
}

export interface LazyControlOptions extends ControlOptions {
  readonly worlds: Worlds;
  readonly registry: MerchantRegistry;
  readonly verifier: ControlContext['verifier'];
  readonly validators: Validators;
  /** The ledger that the mock was started with. */
  readonly ledger: Ledger;
  /** Aborted when the mock is closed. */
  readonly closing: AbortSignal;
  readonly send: ControlContext['send'];
}

export function createLazyControl(options: LazyControlOptions): LazyControl {
  const { worlds, registry, verifier, validators, ledger, closing, send } = options;
  const startedAt = performance.now();
  const previewViolations = createPreview(validators);
  let loading: Promise<Control> | undefined;

  const contextIn = (world: World): ControlContext => ({
    ...{ world, worlds, registry, verifier, previewViolations, startedAt, closing, send },
    ledgerKind: ledger.kind,
    handlerContexts() {
      const { ledger, clock } = world;
      const contextOf = ({ merchant, engine }: Principal): HandlerContext => ({
        ...{ merchant, engine, ledger },
        today: clock.today,
      });
      const [first, ...others] = registry.principals;

      return [contextOf(first), ...others.map(contextOf)];
    },
  });

  return {
    async answer(request, open) {
      loading ??= loadControl(options);
      const control = await loading;

      return control(request, () => {
        const world = open();

        return world.kind === 'refused' ? world : contextIn(world);
      });
    },
    refuse: writeControlResponse,
  };
}

async function loadControl(options: ControlOptions): Promise<Control> {
  const { createControl } = await import('./control.ts');

  return createControl(options);
}
