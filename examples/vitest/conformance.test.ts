/** `npx vitest run`. Is a service what the API document describes? A test for each rule, in a Vitest run of your own. */
import { startMock } from 'tollgate';
import { describeConformance } from 'tollgate/vitest';

describeConformance({
  // The address of your service, or a function that starts it and gives `{ url, token, close }`, as this one does.
  url: () => startMock({ jwtSecret: 'secret' }),
  // What is not asked at this effort is skipped, with the reason; `standard`, the default, asks it all.
  effort: 'quick',
});
