/** The released profiles, the newest last; each is a file in this folder. */
export const PROFILES = ['2026-11'] as const;
