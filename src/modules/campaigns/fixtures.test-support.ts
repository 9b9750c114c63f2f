import {
  campaignSettings,
  campaignShippings,
  campaigns,
  contactListItems,
  contactLists,
  optOuts,
} from '@db/tenant/schema/index.ts';
import type { AddFixtures } from '@test/support/fixtures.ts';

export const addFixtures: AddFixtures = (scope, { contactId }, mark) =>
  scope.write(async (tx) => {
    const value = JSON.stringify([{ key: 'cupom', value: mark }]);
    await tx.db.insert(campaignSettings).values({ key: 'variables', value });
    const [optOut] = await tx.db
      .insert(optOuts)
      .values({ number: '5511955550000', contactId, keyword: `sair ${mark}` })
      .returning({ id: optOuts.id });
    const connection = await tx.db.query.connections.findFirst();
    const [list] = await tx.db
      .insert(contactLists)
      .values({ name: `Clientes de campanha ${mark}` })
      .returning();
    const person = { name: `Pessoa ${mark}`, number: '5511955550001', email: 'p@exemplo.com' };
    const [item] = await tx.db
      .insert(contactListItems)
      .values({ ...person, listId: list?.id ?? 0, isOnWhatsapp: true })
      .returning();
    const common = { messages: [`Oferta ${mark}`], contactListId: list?.id, connectionId: connection?.id };
    const [waiting] = await tx.db
      .insert(campaigns)
      .values({ ...common, name: `Natal ${mark}` })
      .returning();
    const [cancelled] = await tx.db
      .insert(campaigns)
      .values({ ...common, name: `Páscoa ${mark}`, status: 'CANCELADA', preparedAt: tx.now() })
      .returning();
    const scheduledAt = new Date(tx.now().getTime() + 30 * 86_400_000);
    const [scheduled] = await tx.db
      .insert(campaigns)
      .values({ ...common, name: `Férias ${mark}`, status: 'PROGRAMADA', scheduledAt })
      .returning();
    const shipping = { ...person, itemId: item?.id, message: `Oferta ${mark}` };
    await tx.db.insert(campaignShippings).values(
      [waiting, cancelled].map((campaign) => ({
        ...shipping,
        campaignId: campaign?.id ?? 0,
        state: 'delivered' as const,
      })),
    );
    return {
      optOutId: optOut?.id,
      campaignListId: list?.id,
      campaignId: waiting?.id,
      scheduledCampaignId: scheduled?.id,
      cancelledCampaignId: cancelled?.id,
    };
  });
