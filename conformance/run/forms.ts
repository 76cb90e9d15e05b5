/** The forms in which the document lets a card and a place be given (document 2.1). */
import type { RegionForm } from '../deployment/deployment.ts';

/** Digits of a `nicn`, the usual ones first. */
export const NICN_LENGTHS = [6, 8, 7] as const;

export const REGION_FORMS: readonly RegionForm[] = ['zip', 'state', 'iso'];
