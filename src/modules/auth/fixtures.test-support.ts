import { devices } from '@db/platform/schema/index.ts';
import type { AddFixtures } from '@test/support/fixtures.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    deviceId: number;
  }
}

export const addFixtures: AddFixtures = async ({ kernel, companyId }, _fixtures, mark) => {
  const at = { createdAt: new Date(0), seenAt: new Date(0) };
  const row = { companyId, userId: 1, hash: `CANARY-device-${mark}`, browser: 'Firefox', ...at };
  const [made] = await kernel.platform.write((tx) => tx.insert(devices).values(row).returning());
  return { deviceId: made?.id ?? 0 };
};
