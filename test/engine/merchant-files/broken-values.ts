/** All broken merchant files that are valid YAML. */
import type { BrokenFile } from './broken-file.ts';
import { BROKEN_MERCHANTS } from './broken-merchants.ts';
import { BROKEN_PRICES } from './broken-prices.ts';
import { BROKEN_SECTIONS } from './broken-sections.ts';

export const BROKEN_VALUES: readonly BrokenFile[] = [
  ...BROKEN_MERCHANTS,
  ...BROKEN_PRICES,
  ...BROKEN_SECTIONS,
];
