import { chatMessages, chats, chatUsers, users } from '@db/tenant/schema/index.ts';
import type { AddFixtures } from '@test/support/fixtures.ts';

export const addFixtures: AddFixtures = async (scope, { ticketId }, mark) => {
  const people = await scope.db.select({ id: users.id, name: users.name }).from(users).orderBy(users.id);
  const [owner, other = owner] = people;
  const ownerId = owner?.id ?? 0;
  return scope.write(async (tx) => {
    const uuid = tx.kernel.ids.uuid();
    const [chat] = await tx.db
      .insert(chats)
      .values({ uuid, title: `Equipe ${mark}`, ownerId })
      .returning({ id: chats.id });
    const chatId = chat?.id ?? 0;
    await tx.db.insert(chatUsers).values(people.map(({ id: userId }) => ({ chatId, userId })));
    const message = { chatId, senderId: ownerId, senderName: owner?.name ?? '', message: `aviso ${mark}` };
    await tx.db.insert(chatMessages).values([message, { ...message, ticketId }]);
    return { chatId, chatUuid: uuid, chatUserId: other?.id };
  });
};
