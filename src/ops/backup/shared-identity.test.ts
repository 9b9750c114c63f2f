import { expect, test } from 'bun:test';
import { identityToRecipient } from 'age-encryption';
import { identityOfCluster } from './shared-identity.ts';

test('is an identity of age, the same for the same secret only', async () => {
  const [one, same, other] = ['a secret', 'a secret', 'another'].map(identityOfCluster);
  expect(one).toBe(same ?? '');
  expect(one).not.toBe(other ?? '');
  expect(await identityToRecipient(one ?? '')).toStartWith('age1');
});
