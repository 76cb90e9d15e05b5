/** The control routes of choices: list, make, reset. */
import { CHOICE_NAMES, CHOICES, type Choices, defaultOf, optionsOf } from '../../../contract/choices.ts';
import { MockError } from '../../mock-error.ts';
import { refuseBecause } from '../../refusal.ts';
import type { World } from '../../worlds/world.ts';
import { bodyReader } from '../parameters.ts';
import { type ControlResponse, type ControlRoute, ok } from '../route.ts';

const path = '/choices';

const read = bodyReader<Choices>({
  type: 'object',
  'x-expected': 'a JSON object with choices and their options',
  additionalProperties: false,
  properties: Object.fromEntries(
    CHOICE_NAMES.map((name) => {
      const options = optionsOf(name);

      return [name, { enum: options, 'x-expected': `one of ${options.join(', ')}` }];
    }),
  ),
});

export const listChoices: ControlRoute = {
  method: 'GET',
  path,
  query: [],
  summary:
    'Lists what the mock does where the document leaves it open: each choice with its option, all its options, and whether it is the option of the start.',
  answer: (_, { world }) => respondWith(world),
};

export const makeChoices: ControlRoute = {
  method: 'POST',
  path,
  query: [],
  summary:
    'Makes choices for all later requests: {"second-sale":"refuse","success-status":"201"}. The others stay as they are.',
  answer({ body }, { world }) {
    const choices = read(body);

    return change(world, () => world.choices.use(choices));
  },
};

export const resetChoices: ControlRoute = {
  method: 'DELETE',
  path,
  query: [],
  summary: 'Returns to the choices of the start.',
  answer(_, { world }) {
    return change(world, () => world.choices.reset());
  },
};

function respondWith({ choices }: World): ControlResponse {
  const [current, first] = [choices.list(), choices.start];

  return ok({
    choices: CHOICE_NAMES.map((name) => {
      const { section, question, options } = CHOICES[name];
      const option = current[name] ?? defaultOf(name);

      return {
        ...{ name, section, question, option },
        atStart: first[name] ?? defaultOf(name),
        options: options.map(([one, meaning]) => ({ option: one, meaning })),
      };
    }),
  });
}

async function change(world: World, make: () => Promise<void>): Promise<ControlResponse> {
  try {
    await make();
  } catch (error) {
    if (error instanceof MockError) return refuseBecause('control-refused', error.message);
    throw error;
  }

  return respondWith(world);
}
