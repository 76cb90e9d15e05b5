/** The choices in groups. One that is in no group is shown among others. */

const GROUPS: readonly (readonly [title: string, pattern: RegExp])[] = [
  [
    'Responses',
    /^(?:success-status|sale-status|extra-response-fields|number-form|field-order|json-layout|response-media-type|stxid-form)$/,
  ],
  ['Refusals', /^(?:refusal|malformed-json|unknown-transaction)/],
  ['Transactions', /^(?:unknown-stxid-on-fee|mismatched-identifiers|partial-update|update-.*|second-sale)$/],
  ['Tokens, headers and rate', /^(?:.*-token$|missing-x-requested-with|rate-limiting)/],
  [
    'Contents of requests',
    /^(?:unknown-request-fields|null-optional-fields|zero-amount|amount-beyond-cents|mtxid-characters|empty-(?:texts|lists)|control-characters|repeated-texts|texts-beyond-bmp|attack-like-texts|trims|other-countries|equal-total)$/,
  ],
  ['Limits', /^(?:largest-|longest-|most-)/],
  ['Others', /./],
];

export function groupChoices<Choice extends { readonly name: string }>(
  choices: readonly Choice[],
): readonly (readonly [title: string, choices: readonly Choice[]])[] {
  const groups = Map.groupBy(choices, ({ name }) => GROUPS.find(([, pattern]) => pattern.test(name))?.[0]);

  return GROUPS.flatMap(([title]) => {
    const group = groups.get(title);

    return group === undefined ? [] : [[title, group] as const];
  });
}
