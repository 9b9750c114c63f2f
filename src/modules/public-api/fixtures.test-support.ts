import { accessTokens } from '@db/platform/schema/index.ts';
import { users } from '@db/tenant/schema/index.ts';
import type { AddFixtures } from '@test/support/fixtures.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    tokenId: number;
  }
}

export const addFixtures: AddFixtures = async (scope, _fixtures, mark) => {
  const { kernel, companyId } = scope;
  const person = await scope.db.select({ id: users.id }).from(users).get();
  const [row] = await kernel.platform.write((platform) =>
    platform
      .insert(accessTokens)
      .values({
        ...{ hash: `nobody ${companyId}`, prefix: 'bal_xxxx', name: `Token ${mark}`, companyId },
        ...{ userId: person?.id ?? 0, scopes: ['read:tags'], createdAt: scope.now() },
      })
      .returning({ id: accessTokens.id }),
  );
  return { tokenId: row?.id ?? 0 };
};
