/** The scenarios of a mock, and one while it is played: faults, choices, days and changed merchants by one name. */
import { suggest } from '../../control/routes.ts';
import { parseDay } from '../../engine/index.ts';
import { changeMerchant, problemsOfScenarios } from '../../engine/merchants/parse-merchants.ts';
import { ConfigurationError } from '../../reading/problem-text.ts';
import { describeValue } from '../../text/describe.ts';
import { toPrincipal } from '../auth/authenticate.ts';
import type { Behavior } from '../behavior.ts';
import type { FaultRule } from '../behaviors/faults/fault.ts';
import { createFaultStore, type FaultStore } from '../behaviors/faults/faults.ts';
import { MockError } from '../mock-error.ts';
import type { Scenario, Scenarios } from '../read-merchants.ts';
import type { Principal } from '../request.ts';
import shipped from '../shipped-merchants.gen.json' with { type: 'json' };

/** On a request: the scenario of this call; on a response: the one that it was answered in. */
export const SCENARIO_HEADER = 'tollgate-scenario';

/** The scenarios that every mock has. */
export const SHIPPED_SCENARIOS = shipped.scenarios as unknown as Scenarios;

export interface ScenarioList {
  /** Those of every mock first. */
  readonly list: () => Scenarios;
  /** @throws MockError `unknown-scenario` */
  readonly find: (name: string) => NamedScenario;
  /** Replaces those of the merchant file. @throws ConfigurationError */
  readonly use: (own: Scenarios) => void;
}

export interface NamedScenario extends Scenario {
  readonly name: string;
}

/** @param first those of the merchant file; they may have the names of others. @throws ConfigurationError */
export function createScenarioList(first: Scenarios): ScenarioList {
  let all: Scenarios = SHIPPED_SCENARIOS;
  const use = (own: Scenarios) => {
    const problems = Object.keys(own).length === 0 ? [] : problemsOfScenarios(own);
    if (problems.length > 0) throw new ConfigurationError('the scenarios', problems);
    all = { ...SHIPPED_SCENARIOS, ...own };
  };
  use(first);

  return {
    list: () => all,
    use,
    find(name) {
      const scenario = Object.hasOwn(all, name) ? all[name] : undefined;
      if (scenario !== undefined) return { name, ...scenario };
      const names = Object.keys(all);
      const expected = `one of ${names.join(', ')}${suggest(name, names)}`;
      throw new MockError('unknown-scenario', `scenario: expected ${expected}, got ${describeValue(name)}`);
    },
  };
}

/** A scenario with the memory of its faults and days, which begins anew whenever it is chosen. */
export interface PlayedScenario {
  readonly scenario: NamedScenario;
  readonly faults: FaultStore;
  readonly behavior: Behavior;
  /** The merchant as the scenario changes it. */
  readonly change: (principal: Principal) => Principal;
}

/** @param seed for random faults */
export function playScenario(scenario: NamedScenario, seed = 1): PlayedScenario {
  const { merchant, clock = [], faults = [] } = scenario;
  const store = createFaultStore({ seed });
  for (const rule of faults) store.add(rule as FaultRule);
  const days = clock.map(parseDay);
  const known = new WeakMap<Principal, Principal>();
  const change = (principal: Principal): Principal => {
    if (merchant === undefined) return principal;
    const changed = known.get(principal) ?? toPrincipal(changeMerchant(principal.merchant, merchant));
    known.set(principal, changed);

    return changed;
  };

  return {
    ...{ scenario, change, faults: store },
    behavior: {
      async receive(request, next, { operation }) {
        const nextDay = () => (days.length > 1 ? days.shift() : days[0]);
        const day = operation === 'calculateFee' ? nextDay() : undefined;
        const response = await next({ ...request, day });

        return { ...response, headers: { ...response.headers, [SCENARIO_HEADER]: scenario.name } };
      },
      async authenticate(authorization, next) {
        const admitted = await next(authorization);

        return admitted.kind === 'principal' ? change(admitted) : admitted;
      },
    },
  };
}
