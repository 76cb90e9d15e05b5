/** Specmatic, which runs on Java: a call for each example of the contract. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractFor } from './contract.ts';
import { folderOf, type Judge, versionOf } from './judge.ts';

export const specmatic: Judge = {
  name: 'Specmatic',
  version: versionOf('specmatic'),

  async judge({ url, token, folder }, { start }) {
    writeFileSync(join(folder, 'openapi.yaml'), contractFor('described'));
    const args = [
      '-jar',
      `${folderOf('specmatic')}specmatic.jar`,
      'test',
      'openapi.yaml',
      `--testBaseURL=${url}`,
    ];
    // It takes a token by the name of the contract's security scheme.
    const environment = { merchantToken: token };
    await using child = start(args, { program: 'java', folder, environment });
    const { how, milliseconds } = await child.ended;

    return { kind: how === 'code 0' ? 'content' : 'accuses', milliseconds };
  },
};
