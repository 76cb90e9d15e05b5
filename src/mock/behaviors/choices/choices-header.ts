/** Which choices shaped a response: the header Tollgate-Choices and the journal name them. */
import type { Choices } from '../../../contract/choices.ts';
import type { OperationId } from '../../../contract/types.ts';
import type { Answered } from '../../behavior.ts';
import { isFields } from '../../request.ts';
import { kindOf, type RefusalKind, type ResponseFormat } from '../../stages/response-format.ts';
import { formOf } from './stxid-forms.ts';

/** An option of a choice, and how it changes the format of a response. */
export interface ChosenFormat {
  readonly name: string;
  readonly option: string;
  readonly format: Partial<ResponseFormat>;
}

/** The choices whose format the response uses, and the form of its sTxId where it is not the default. */
export function choicesThatShaped(answered: Answered, chosen: readonly ChosenFormat[]): Choices {
  const used = chosen.filter(({ format }) =>
    Object.keys(format).some((field) => USES[field as keyof typeof USES](answered)),
  );

  return {
    ...Object.fromEntries(used.map(({ name, option }) => [name, option])),
    ...stxidForm(answered),
  };
}

/** Whether a response uses this field. A field of the format that is missing here does not compile. */
const USES: {
  readonly [F in Exclude<keyof ResponseFormat, 'choices' | 'overlooked'>]: (answered: Answered) => boolean;
} = {
  feeStatus: isAccepted('calculateFee'),
  saleStatus: isAccepted('attachSale'),
  mediaType: isAccepted(),
  extend: isAccepted(),
  order: isAccepted(),
  fee: isAccepted('calculateFee'),
  layout: isAccepted(),
  refusal: isRefused(),
  contentStatus: isRefused('content'),
  unknownStatus: isRefused('unknown'),
  malformedStatus: isRefused('malformed'),
  missingTokenStatus: isRefused('missingToken'),
  invalidTokenStatus: isRefused('invalidToken'),
};

function isAccepted(of?: OperationId): (answered: Answered) => boolean {
  return ({ outcome, operation }) => outcome.kind === 'accepted' && (of === undefined || of === operation);
}

function isRefused(as?: RefusalKind): (answered: Answered) => boolean {
  return ({ outcome }) => outcome.kind === 'refused' && (as === undefined || as === kindOf(outcome));
}

function stxidForm({ outcome }: Answered): Choices {
  const sTxId = outcome.kind === 'accepted' && isFields(outcome.body) ? outcome.body['sTxId'] : undefined;
  const form = typeof sTxId === 'string' ? formOf(sTxId) : undefined;

  return form === undefined || form === 'hex' ? {} : { 'stxid-form': form };
}
