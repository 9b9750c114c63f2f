import { messages } from '@db/tenant/schema/index.ts';
import { type Placeholder, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';

// biome-ignore format: a list of names
const WRITTEN = [
  'wid', 'ticketId', 'connectionId', 'chatId', 'contactId', 'author', 'fromMe', 'read', 'origin', 'ack', 'isForwarded', 'isStub',
  'quotedMsgId', 'queueId', 'remoteJid', 'participant', 'raw', 'body', 'mediaType', 'mediaState', 'mediaName', 'mediaMime',
  'mediaSize', 'mediaSeconds', 'mediaWaveform', 'mediaThumbnail', 'mediaTicket', 'album', 'sentAt', 'createdAt', 'updatedAt',
] as const;
type Written = (typeof WRITTEN)[number];
export type NewMessage = Required<Pick<typeof messages.$inferInsert, Written>>;

export const addMessage = tenantStatement((db) => {
  const row = Object.fromEntries(WRITTEN.map((name) => [name, sql.placeholder(name)]));
  return db
    .insert(messages)
    .values(row as Record<Written, Placeholder>)
    .returning({ id: messages.id });
});
