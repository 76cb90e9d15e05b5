/** Functions for `missing`: what the deployment file lacks for a rule, or undefined. */
import type { RegionForm } from '../../deployment/deployment.ts';
import type { RuleContext } from '../context.ts';

type Missing = (context: RuleContext) => string | undefined;

export const needsSeveralProcessors: Missing = ({ data: { processors } }) =>
  processors.length > 1
    ? undefined
    : 'no deployment file names a merchant with several processors (merchants.several)';

export const needsProcessor: Missing = ({ data: { processors } }) =>
  processors.length > 0 ? undefined : 'no deployment file names a processor (merchants.one.processors)';

export const needsMultiPay: Missing = ({ deployment: { multiPay } }) =>
  multiPay ? undefined : 'the deployment file says that there is no multi-pay';

export function needsRegion(form: RegionForm): Missing {
  return ({ data: { regions } }) =>
    regions[form].length === 0
      ? `no deployment file names a region of this form (regions.${form})`
      : undefined;
}
