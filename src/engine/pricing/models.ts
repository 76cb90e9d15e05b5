/** All pricing models by their names in merchant files. To add one, add its file and an entry here. */
import type { Variants } from '../reading/parameters.ts';
import { bands } from './bands.ts';
import { flat } from './flat.ts';
import { interchangePlus } from './interchange-plus.ts';
import { membership } from './membership.ts';
import type { Price } from './model.ts';
import { percentPlusFixed } from './percent-plus-fixed.ts';
import { tiered } from './tiered.ts';

export const PRICING_MODELS: Variants<Price> = new Map([
  ['interchange-plus', { about: 'Interchange, network fee, markup and the service.', read: interchangePlus }],
  ['tiered', { about: 'Three prices, selected by the prefix or the kind of the card.', read: tiered }],
  [
    'percent-plus-fixed',
    { about: 'One price for every card, also called flat rate.', read: percentPlusFixed },
  ],
  ['flat', { about: 'A fixed fee for each transaction, independent of its amount.', read: flat }],
  ['bands', { about: 'A price for each range of amounts.', read: bands }],
  ['membership', { about: 'Interchange, network fee and a fixed amount.', read: membership }],
]);
