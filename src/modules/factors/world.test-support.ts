import { passkeys } from '@db/platform/schema/index.ts';
import type { AddToWorld } from '@test/support/world.ts';

declare module '@/kernel/http/route.ts' {
  interface World {
    passkeyId: number;
  }
}

/** Of the company's administrator. */
export const addToWorld: AddToWorld = async ({ kernel, companyId }, _world, mark) => {
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
