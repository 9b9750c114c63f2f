import { passkeys } from '@db/platform/schema/index.ts';
import type { AddFixtures } from '@test/support/fixtures.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    passkeyId: number;
  }
}

export const addFixtures: AddFixtures = async ({ kernel, companyId }, _fixtures, mark) => {
  const secret = { credentialId: `key-${mark}`, publicKey: 'CANARY-passkey', counter: 0 };
  const row = {
    companyId,
    userId: 1,
    ...secret,
    transports: [],
    name: `Chave ${mark}`,
    createdAt: new Date(0),
  };
  const [made] = await kernel.platform.write((tx) => tx.insert(passkeys).values(row).returning());
  return { passkeyId: made?.id ?? 0 };
};
