/** Keeps Prism out of the way until the first request that asks for it. */
import { contractPath } from '../contract/document.ts';
import type { Prism } from './prism.ts';

/** Every mock has a Prism of its own, made once. */
export function lazyPrism(): () => Promise<Prism> {
  let prism: Promise<Prism> | undefined;

  return () => {
    prism ??= import('./prism.ts').then(({ createPrism }) => createPrism(contractPath()));

    return prism;
  };
}
