import { afterEach, expect, spyOn, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { blobAddress } from './local-message.ts';

withDom();

const spies: { mockRestore(): void }[] = [];
afterEach(() => {
  for (const spy of spies.splice(0)) spy.mockRestore();
});

test('addresses that were not used lately end; one that is used again stays', () => {
  const revoked: string[] = [];
  let made = 0;
  spies.push(
    spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${++made}`),
    spyOn(URL, 'revokeObjectURL').mockImplementation((address) => void revoked.push(address)),
  );
  const blobs = Array.from({ length: 1001 }, () => new Blob(['x']));
  const [first, second] = blobs as [Blob, Blob];
  blobAddress(first);
  blobAddress(second);
  expect(blobAddress(first)).toBe('blob:1');
  for (const blob of blobs) blobAddress(blob);
  expect(revoked.filter((address) => /^blob:\d+$/.test(address))).toEqual(['blob:1']);
  expect(blobAddress(second)).toBe('blob:2');
});
