import { expect, it } from 'vitest';
import { createMock, startMock } from './index.ts';

it.each([
  [
    { unknownOption: 1 },
    /^startMock: expected the options of a mock, got unknownOption\. There are merchants,/,
  ],
  [{ defect: ['nicn/refuses-non-digits'] }, /got defect\. Did you mean defects\?$/],
  [{ jwtsecret: 'x' }, /got jwtsecret\. Did you mean jwtSecret\?$/],
])('an option that no mock has is refused by its name: %j', async (options, said) => {
  await expect(startMock(options as object)).rejects.toMatchObject({
    code: 'unknown-option',
    message: expect.stringMatching(said),
  });
});

it('a mock that does not listen has no port', async () => {
  await expect(createMock({ port: 4010 } as object)).rejects.toThrow(
    'createMock: expected the options of a mock, got port. Only startMock listens.',
  );
});
