import { campaignSettings, optOuts } from '@db/tenant/schema/index.ts';
import type { AddToWorld } from '@test/support/world.ts';

export const addToWorld: AddToWorld = (scope, { contactId }, mark) =>
  scope.write(async (tx) => {
    const value = JSON.stringify([{ key: 'cupom', value: mark }]);
    await tx.db.insert(campaignSettings).values({ key: 'variables', value });
    const [row] = await tx.db
      .insert(optOuts)
      .values({ number: '5511955550000', contactId, keyword: `sair ${mark}` })
      .returning({ id: optOuts.id });
    return { optOutId: row?.id };
  });
