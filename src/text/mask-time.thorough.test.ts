/** No text takes masking a time that grows faster than its length. */
import { describe, expect, it } from 'vitest';
import { maskAddresses, maskBodyText, maskIdentifier, maskQuery, maskText } from './mask.ts';

describe('the time of masking', () => {
  it.each([
    '"eyJ-',
    'eyJaaaa.',
    'eyJaaaa',
    '1 ',
    '4,',
    '4x',
    '%34',
    '"a":',
    '"cardToken" ',
    'cardToken:',
    '\\"',
    'a',
    'a:',
    '4a4a4a4a4a4a4a4a-',
    '=',
    '٤',
    '%2520',
    '%25',
    'a%3D',
    'token=',
    '"token":{',
    '\\\\"token\\\\":\\\\"',
    'Bearer ',
    'Bearer a1',
    '//a',
    '@',
    'a=(a ',
    '?key=(a ',
    'nicn=',
    '&',
  ])('grows no faster than a text of %j', (unit) => {
    const text = unit.repeat(Math.ceil(400_000 / unit.length));
    const begin = process.cpuUsage();
    for (const mask of [maskText, maskBodyText, maskQuery, maskIdentifier, maskAddresses]) mask(text);
    const { user } = process.cpuUsage(begin);

    // The patterns of before took minutes for it.
    expect(user).toBeLessThan(10_000_000);
  });
});
