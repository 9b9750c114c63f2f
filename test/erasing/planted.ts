import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  apiCalls,
  campaignShippings,
  campaigns,
  chatMessages,
  chats,
  contactFields,
  contactImportRows,
  contactImports,
  contactListImportRows,
  contactListImports,
  contactListItems,
  contactLists,
  contacts,
  idempotencyKeys,
  linkPreviews,
  messages,
  numberChecks,
  optOuts,
  outbox,
  quickMessages,
  rules,
  schedules,
  sentChanges,
  sessionKeys,
  settings,
  tags,
  ticketNotes,
  tickets,
  undos,
  users,
  webhookDeliveries,
  webhookQueues,
  webhooks,
} from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import type { Scope } from '@/core/scope.ts';
import type { Identity } from '@/whatsapp/port.ts';
import type { TestApp } from '../support/deps.ts';
import { addConnection, inbound, inGroup, JOAO, media } from '../support/inbound.ts';

export const NUMBER = '5561912345678';
const LID = '987000000654321';
export const NAME = 'Canaria Silvestre';
const EMAIL = 'canaria@silvestre.example';
export const WHO: Identity = { pn: `${NUMBER}@s.whatsapp.net`, lid: `${LID}@lid` };

const SPELLINGS = ['(61) 91234-5678', '61912345678', '+55 61 91234-5678', '(61) 1234-5678'];
export const CANARIES = [
  ...SPELLINGS,
  NUMBER,
  LID,
  NAME,
  EMAIL,
  'segredo-mensagem',
  'segredo-arquivo',
  'segredo-outro',
];
export const OTHERS = ['fica-do-joao', 'fica-no-grupo'];

export type Planted = { contactId: number; companyId: number; connectionId: number };

export async function plant(testApp: TestApp): Promise<Planted> {
  const { aurora: companyId } = testApp.people.companyId;
  const connectionId = await addConnection(testApp);
  const target = { companyId, connectionId };
  const person = { from: WHO, pushName: NAME };
  const secret = (what: string) => Buffer.from(`segredo-outro ${what} ${NUMBER}`).toString('base64');
  const scope = await testApp.systemScope();
  await scope.write((tx) => tx.db.insert(settings).values({ key: 'CheckMsgIsGroup', value: 'disabled' }));
  testApp.whatsapp.media = new TextEncoder().encode('segredo-arquivo do canario');
  await testApp.listener.onMessages(target, [
    inbound({ ...person, id: 'C1', text: `segredo-mensagem um ${NAME}`, raw: secret('um') }),
    inbound({ ...person, id: 'C2', content: media({ mime: 'image/png' }) }),
    inGroup({ ...person, id: 'C3', text: 'segredo-mensagem no grupo' }),
    inbound({ from: JOAO, pushName: 'Joao', id: 'J1', text: `fica-do-joao, fala com ${NUMBER}` }),
    inGroup({ from: JOAO, pushName: 'Joao', id: 'J2', text: `fica-no-grupo @${NUMBER} vem` }),
  ]);
  await testApp.settle();
  const contact = await scope.db.query.contacts.findFirst({ where: eq(contacts.number, NUMBER) });
  if (!contact) throw new Error('the person is not there');
  const contactId = contact.id;
  const picture = await testApp.kernel.storage.save(
    companyId,
    new TextEncoder().encode('segredo-arquivo foto'),
    'jpg',
  );
  const attached = await testApp.kernel.storage.save(
    companyId,
    new TextEncoder().encode('segredo-arquivo anexo'),
    'pdf',
  );
  await scope.write(async (tx) => {
    const { db } = tx;
    const [user] = await db.select().from(users).limit(1);
    const userId = user?.id ?? 0;
    const [message] = await db.select().from(messages).where(eq(messages.chatId, contactId));
    const [ticket] = await db.select().from(tickets).where(eq(tickets.contactId, contactId));
    const ticketId = ticket?.id ?? 0;
    await db
      .update(contacts)
      .set({ name: NAME, email: EMAIL, picturePath: picture.key })
      .where(eq(contacts.id, contactId));
    await db.insert(contactFields).values({ contactId, name: 'CPF', value: 'segredo-outro campo' });
    await db.insert(ticketNotes).values({ contactId, ticketId, userId, note: 'segredo-outro nota' });
    await db
      .insert(schedules)
      .values({ contactId, body: 'segredo-outro agenda', sendAt: new Date(9e12), mediaPath: attached.key });
    await db
      .insert(sentChanges)
      .values({ messageId: message?.id ?? 0, kind: 'edit', wid: 'X', raw: secret('troca') });
    await db
      .insert(linkPreviews)
      .values({ url: 'https://a.example/segredo-outro', title: 'segredo-outro', fetchedAt: tx.now() });
    await db
      .update(messages)
      .set({ linkUrl: 'https://a.example/segredo-outro', transcript: 'segredo-outro dito' })
      .where(eq(messages.id, message?.id ?? 0));
    const [chat] = await db
      .insert(chats)
      .values({ uuid: 'c', title: 'Equipe', lastMessage: `Ana: liga ${NUMBER}` })
      .returning();
    const sender = { chatId: chat?.id ?? 0, senderId: userId, senderName: 'Ana' };
    await db.insert(chatMessages).values({ ...sender, ticketId, message: `olha ${NAME}` });
    await db.insert(chatMessages).values({ ...sender, message: `liga ${NUMBER}` });
    const [listed] = await db.insert(contactLists).values({ name: 'Lista' }).returning();
    const listId = listed?.id ?? 0;
    const [item] = await db
      .insert(contactListItems)
      .values({ listId, name: NAME, number: NUMBER, email: EMAIL })
      .returning();
    const [listImport] = await db
      .insert(contactListImports)
      .values({ listId, state: 'done', mapping: { name: 0, number: 1, email: null } })
      .returning();
    await db
      .insert(contactListImportRows)
      .values({ importId: listImport?.id ?? 0, line: 1, cells: [NAME, '+55 (61) 91234-5678'] });
    const [sheet] = await db
      .insert(contactImports)
      .values({ userId, source: 'sheet', state: 'done' })
      .returning();
    await db
      .insert(contactImportRows)
      .values({ importId: sheet?.id ?? 0, line: 1, name: NAME, number: '+55 61 91234-5678', email: EMAIL });
    const [campaign] = await db.insert(campaigns).values({ name: 'Campanha' }).returning();
    await db.insert(campaignShippings).values({
      campaignId: campaign?.id ?? 0,
      itemId: item?.id ?? null,
      name: NAME,
      number: NUMBER,
      email: EMAIL,
      message: `segredo-outro ${NAME}`,
      contactId,
    });
    await db.insert(optOuts).values({ number: NUMBER, contactId, keyword: 'segredo-outro' });
    await db.insert(numberChecks).values({ number: NUMBER, jid: WHO.pn, checkedAt: tx.now() });
    await db.insert(apiCalls).values({ number: NUMBER, kind: 'text', status: 200, ticketId });
    await db.insert(idempotencyKeys).values({
      holder: 'connection:1',
      key: 'k',
      request: 'r',
      reply: `{"number":"${NUMBER}","body":"segredo-outro"}`,
      createdAt: tx.now(),
    });
    const [hook] = await db
      .insert(webhooks)
      .values({ name: 'Hook', url: 'https://b.example', secret: '', events: [] })
      .returning();
    const queueKey = `contact:${contactId}`;
    await db
      .insert(webhookQueues)
      .values({ webhookId: hook?.id ?? 0, queueKey, slot: 0, dueAt: new Date(9e12) });
    await db.insert(webhookDeliveries).values({
      uuid: 'u',
      webhookId: hook?.id ?? 0,
      event: 'message.created',
      queueKey,
      body: `{"body":"segredo-outro","name":"${NAME}"}`,
    });
    await db.insert(undos).values({
      token: 't',
      userId,
      kind: 'contacts.merge',
      data: { name: NAME },
      expiresAt: new Date(9e12),
    });
    await db.insert(outbox).values({
      queueKey: `later:${ticketId}`,
      kind: 'machine.turn',
      payload: { ticketId, text: 'segredo-outro' },
      dueAt: new Date(9e12),
      parkedAt: tx.now(),
    });
    await db
      .insert(sessionKeys)
      .values({ connectionId, key: `session:${NUMBER}.0`, value: Buffer.from('x') });
    await db
      .insert(sessionKeys)
      .values({ connectionId, key: `lid-mapping:${LID}_reverse`, value: Buffer.from('x') });
    await audit(tx, {
      what: 'contact.merged',
      on: { id: contactId, name: NAME },
      before: { name: 'segredo-outro nome', number: NUMBER },
    });
    await audit(tx, {
      what: 'contactList.contactDeleted',
      on: { id: 7, name: NAME },
      before: { name: NAME, number: NUMBER },
    });
    const written = `fale com ${SPELLINGS.join(' ou ')}`;
    await db.insert(rules).values({
      name: written,
      isActive: false,
      happening: { type: 'opened', connectionId: null, queueId: null },
      actions: [{ type: 'message', body: written }],
    });
    await db.insert(settings).values({ key: 'nota', value: written });
    await db.insert(tags).values({ name: written, searchName: written, color: '#112233' });
    await db.insert(quickMessages).values({ shortcode: 'x', message: written, userId });
    await db.insert(campaigns).values({ name: 'Outra', messages: [written, ''] });
    await db.insert(ticketNotes).values({ ...(await othersTicket(tx)), userId, note: written });
    await audit(tx, { what: 'tag.created', on: { id: 2, name: 'outra' }, after: { name: written } });
    await audit(tx, { what: 'tag.created', on: { id: 1, name: 'fica' } });
  });
  // Replaced values leave their bytes in free pages.
  await scope.write((tx) =>
    tx.db.update(contacts).set({ email: 'outro@silvestre.example' }).where(eq(contacts.id, contactId)),
  );
  await scope.write((tx) => tx.db.update(contacts).set({ email: EMAIL }).where(eq(contacts.id, contactId)));
  return { contactId, companyId, connectionId };
}

async function othersTicket({ db }: Scope) {
  const other = await db.query.contacts.findFirst({ where: eq(contacts.name, 'Joao') });
  const ticket = await db.query.tickets.findFirst({ where: eq(tickets.contactId, other?.id ?? 0) });
  return { contactId: other?.id ?? 0, ticketId: ticket?.id ?? 0 };
}

export function findIn(folder: string, texts: string[]): string[] {
  const found: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    for (const text of textsIn(readFileSync(path), entry.name, texts))
      found.push(`${path.slice(folder.length + 1)}: ${text}`);
  }
  return found;
}

export function textsIn(stored: Uint8Array<ArrayBuffer>, name: string, texts: string[]): string[] {
  const bytes = Buffer.from(name.endsWith('.zst') ? Bun.zstdDecompressSync(stored) : stored);
  return texts.filter((text) =>
    [text, text.toLowerCase(), Buffer.from(text).toString('base64').slice(0, -3)].some(
      (shape) => shape.length > 5 && bytes.includes(shape),
    ),
  );
}
