/** Defects in how the mock treats the nicn (section 2.1). */
import { type DefectGroup, overlook, refuseFees } from './defect.ts';

export const NICN_DEFECTS = {
  'nicn/accepts-6-to-8-digits': {
    summary: 'refuses an nicn of seven digits',
    create: () => refuseFees('nicn', ({ nicn }) => String(nicn).length === 7),
  },
  'nicn/refuses-fewer-than-6-digits': {
    summary: 'accepts an nicn that is too short',
    create: () => overlook('nicn/refuses-fewer-than-6-digits'),
  },
  'nicn/refuses-more-than-8-digits': {
    summary: 'accepts an nicn that is too long',
    create: () => overlook('nicn/refuses-more-than-8-digits'),
  },
  'nicn/refuses-non-digits': {
    summary: 'accepts an nicn with other characters than digits',
    create: () => overlook('nicn/refuses-non-digits'),
  },
  'nicn/never-echoes-card-number': {
    summary: 'repeats the received nicn in its refusals',
    create: () => ({
      validate: (violations, { fields: { nicn } }) =>
        violations.map((violation) =>
          violation.pointer === '/nicn' && nicn !== undefined
            ? { ...violation, got: JSON.stringify(nicn) }
            : violation,
        ),
    }),
  },
} satisfies DefectGroup<'nicn'>;
