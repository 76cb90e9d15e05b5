/** Observes which texts are accepted in `campaign`, `data` and `authCode`, and how large a request may be. */
import { findLargestAccepted } from './find-largest-accepted.ts';
import { type Observation, observeChoice } from './observation.ts';
import { isAccepted, type ObservationContext } from './observation-context.ts';

const TEXT_LENGTHS = { limits: [32, 50, 255, 1000], beyond: 4000 };

const LAYOUT = 'a\r\nb\tc';
const OTHER_CONTROLS = 'a\u0001b\u001f\u007f';
const NULL = 'a\u0000b';
/** Of 32 characters at most, which any service takes. */
const ATTACK = "<script>x()</script>' OR '1'='1";

export const TEXTS: readonly Observation[] = [
  observeChoice('longest-text', {
    run: (context) =>
      findLargestAccepted({
        ...TEXT_LENGTHS,
        accepts: (length) => acceptsTexts(context, ['x'.repeat(length)]),
      }),
  }),

  observeChoice('longest-authcode', {
    run: (context) =>
      findLargestAccepted({
        ...TEXT_LENGTHS,
        limits: [16, ...TEXT_LENGTHS.limits],
        accepts: (length) => acceptsAuthcode(context, 'x'.repeat(length)),
      }),
  }),

  observeChoice('empty-texts', {
    run: (context) =>
      inTextsAndAuthcode(context, async (accepts) => {
        if (await accepts('')) return 'take';

        return (await accepts(' ')) ? 'refuse' : 'refuse-blank';
      }),
  }),

  observeChoice('control-characters', {
    run: (context) =>
      inTextsAndAuthcode(context, async (accepts) => {
        if (await accepts(LAYOUT + OTHER_CONTROLS + NULL)) return 'take';
        if (await accepts(LAYOUT + OTHER_CONTROLS)) return 'refuse-null';

        return (await accepts(LAYOUT)) ? 'take line breaks and tabs alone' : 'refuse';
      }),
  }),

  observeChoice('empty-lists', {
    run: async (context) => [(await acceptsTexts(context, [])) ? 'take' : 'refuse'],
  }),

  observeChoice('repeated-texts', {
    run: async (context) => [(await acceptsTexts(context, ['x', 'x'])) ? 'take' : 'refuse'],
  }),

  observeChoice('texts-beyond-bmp', {
    run: (context) =>
      inTextsAndAuthcode(context, async (accepts) => ((await accepts('x 👍')) ? 'take' : 'refuse')),
  }),

  observeChoice('attack-like-texts', {
    run: async (context) => [(await acceptsTexts(context, [ATTACK])) ? 'take' : 'refuse'],
  }),

  observeChoice('most-texts', {
    run: (context) =>
      findLargestAccepted({
        limits: [5, 10, 20],
        // In a body of less than 1,024 bytes.
        beyond: 80,
        accepts: (count) =>
          acceptsTexts(
            context,
            Array.from({ length: count }, (_, n) => String(n)),
          ),
      }),
  }),

  observeChoice('largest-body', {
    // White space makes the body larger without reaching the limit of a field.
    run({ fee, baseline }) {
      const json = JSON.stringify(baseline);

      return findLargestAccepted({
        limits: [1024, 2048, 8192, 65_536],
        beyond: 262_144,
        accepts: async (bytes) => isAccepted(await fee({ raw: `{${json.slice(1).padStart(bytes - 1)}` })),
      });
    },
  }),
];

/** Whether a first call with these texts in `campaign` and `data` is accepted. */
function acceptsTexts({ accepts }: ObservationContext, texts: readonly string[]): Promise<boolean> {
  return accepts({ campaign: texts, data: texts });
}

/** Whether a sale with this `authCode` is accepted, each time for a new transaction. */
async function acceptsAuthcode({ open, sale }: ObservationContext, authCode: string): Promise<boolean> {
  const { sTxId } = await open();

  return isAccepted(await sale({ sTxId, authCode }));
}

/** Finds the option of fee calls and that of sales; one option where they are the same. */
async function inTextsAndAuthcode(
  context: ObservationContext,
  findOption: (accepts: (text: string) => Promise<boolean>) => Promise<string>,
): Promise<readonly [string]> {
  const inTexts = await findOption((text) => acceptsTexts(context, [text]));
  const inAuthcode = await findOption((text) => acceptsAuthcode(context, text));

  return [inTexts === inAuthcode ? inTexts : `${inTexts} in campaign and data, ${inAuthcode} in authCode`];
}
