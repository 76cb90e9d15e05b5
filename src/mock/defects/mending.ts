/** Taking what the engine has no price for, as if it were something else. */
import {
  createFeeEngine,
  type FeeEngine,
  type Merchant,
  type QuoteRequest,
  type ReasonCode,
} from '../../engine/index.ts';
import type { Fields, Hooks } from './defect.ts';

/** Hooks that give the handler the fields of `mend` where the engine objects to a fee call for this reason. */
export function mending(code: ReasonCode, mend: (merchant: Merchant) => Fields): () => Hooks {
  return () => {
    const engines = new Map<Merchant, FeeEngine>();
    const engineOf = (merchant: Merchant): FeeEngine => {
      const engine = engines.get(merchant) ?? createFeeEngine(merchant);
      engines.set(merchant, engine);

      return engine;
    };

    return {
      request(request, { operation, merchant }) {
        if (operation !== 'calculateFee') return request;
        const quote = engineOf(merchant).quote(request as unknown as QuoteRequest);
        const isMended = quote.kind === 'refused' && quote.reasons.some((reason) => reason.code === code);

        return isMended ? { ...request, ...mend(merchant) } : request;
      },
    };
  };
}
