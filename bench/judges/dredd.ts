/** Dredd: one call for each operation, by the first example of the contract. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractFor } from './contract.ts';
import { folderOf, type Judge, versionOf } from './judge.ts';

export const dredd: Judge = {
  name: 'Dredd',
  version: versionOf('dredd'),

  async judge({ url, token, folder }, { start }) {
    writeFileSync(join(folder, 'openapi.yaml'), contractFor('left out'));
    const args = [`${folderOf('dredd')}bin/dredd`, 'openapi.yaml', url];
    const headers = ['--header', `Authorization: Bearer ${token}`, '--loglevel', 'warning'];
    await using child = start([...args, ...headers], { folder });
    const { how, milliseconds } = await child.ended;

    return { kind: how === 'code 0' ? 'content' : 'accuses', milliseconds };
  },
};
