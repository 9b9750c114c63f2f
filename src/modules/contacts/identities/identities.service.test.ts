import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import {
  contactIdentities,
  contacts,
  messageReactions,
  messages,
  tags,
  tickets,
  ticketTags,
  ticketTrackings,
} from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound, MARIA } from '@test/support/inbound.ts';
import { asc, eq, isNull } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import type { InboundMessage } from '@/whatsapp/port.ts';
import { getAddress } from '../contacts.queries.ts';

const PN = MARIA.pn ?? '';
const LID = MARIA.lid ?? '';
const NUMBER = '5511988887777';
const byPn = { pn: PN, lid: null };
const byLid = { pn: null, lid: LID };

let testApp: TestApp;
let scope: Scope;
let connectionId: number;

beforeAll(async () => {
  testApp = await createTestApp();
  scope = await testApp.systemScope();
  connectionId = await addConnection(testApp);
});
afterAll(() => testApp.stop());
beforeEach(() => scope.write((tx) => tx.db.delete(contacts)));

const target = () => ({ companyId: scope.companyId, connectionId });
const receive = (...batch: InboundMessage[]) => testApp.listener.onMessages(target(), batch);
const learn = () => testApp.listener.onIdentities(target(), [{ pn: PN, lid: LID }]);
const people = () => scope.db.select().from(contacts).orderBy(asc(contacts.id));
const jids = async () => (await scope.db.select().from(contactIdentities)).map((row) => row.jid).sort();
const allTickets = () => scope.db.select().from(tickets).orderBy(asc(tickets.id));
const stored = () => scope.db.select().from(messages).orderBy(asc(messages.id));

async function expectOneMaria(name = 'Maria'): Promise<void> {
  const rows = await people();
  expect(rows.map((row) => [row.name, row.number])).toEqual([[name, NUMBER]]);
  expect(await jids()).toEqual([LID, PN]);
  expect(await allTickets()).toHaveLength(1);
  const sent = await stored();
  expect(new Set(sent.map((row) => row.chatId))).toEqual(new Set([rows[0]?.id ?? 0]));
  expect(await getAddress(scope, rows[0]?.id ?? 0)).toBe(PN);
}

describe('phone number and hidden address of one person', () => {
  test('arrive together', async () => {
    await receive(inbound({ from: MARIA, pushName: 'Maria' }));
    await expectOneMaria();
  });

  test('arrive as number, then both, then the hidden address alone', async () => {
    await receive(
      inbound({ from: byPn, pushName: 'Maria' }),
      inbound({ from: MARIA }),
      inbound({ from: byLid }),
    );
    await expectOneMaria();
    expect(await stored()).toHaveLength(3);
  });

  test('arrive as hidden address, then the number with a message', async () => {
    await receive(inbound({ from: byLid, pushName: 'Maria' }));
    expect((await people())[0]).toMatchObject({ number: '', name: 'Maria' });
    await receive(inbound({ from: MARIA }));
    await expectOneMaria();
  });

  test('arrive as hidden address, then the number without a message', async () => {
    await receive(inbound({ from: byLid }));
    expect((await people())[0]?.name).toBe('240000000000001');
    await learn();
    await expectOneMaria(NUMBER);
    await receive(inbound({ from: byLid, pushName: 'Maria' }));
    await expectOneMaria('Maria');
  });

  test('arrive separately and their conversations are merged', async () => {
    await receive(
      inbound({ from: byPn, text: '1' }),
      inbound({ from: byLid, text: '2' }),
      inbound({ from: byPn, text: '3' }),
    );
    expect(await allTickets()).toHaveLength(2);
    const received = await testApp.listenAs('ana');
    await learn();
    await testApp.settle();
    await expectOneMaria(NUMBER);
    expect((await stored()).map((row) => row.body)).toEqual(['1', '2', '3']);
    const [ticket] = await allTickets();
    expect(ticket).toMatchObject({ unreadMessages: 3, lastMessage: '3' });
    const actions = received.map((m) => `${m.channel} ${(m.data as { action: string }).action}`);
    for (const action of ['ticket delete', 'ticket update', 'contact delete', 'contact update'])
      expect(actions).toContain(action);
  });

  test('are not stored when no contact is known', async () => {
    await learn();
    expect(await people()).toEqual([]);
  });

  test('change nothing when learnt repeatedly', async () => {
    await receive(inbound({ from: MARIA, pushName: 'Maria' }));
    await learn();
    await learn();
    await expectOneMaria();
  });
});

describe('contact names', () => {
  const byHand = (name: string) =>
    scope.write(async (tx) => {
      await tx.db.insert(contacts).values({ name, number: NUMBER, nameIsProvisional: false });
    });

  test('given by a user are not overwritten by WhatsApp', async () => {
    await byHand('Dona Maria (padaria)');
    await receive(inbound({ from: byPn, pushName: 'mari💅' }));
    await receive(inbound({ from: MARIA, pushName: 'mari' }));
    await expectOneMaria('Dona Maria (padaria)');
  });

  test('given by a user win a merge from either side', async () => {
    await byHand('Dona Maria');
    await receive(inbound({ from: byLid, pushName: 'mari' }));
    expect(await people()).toHaveLength(2);
    await learn();
    await expectOneMaria('Dona Maria');
    await scope.write((tx) => tx.db.delete(contacts));
    await receive(inbound({ from: byPn, pushName: 'mari' }), inbound({ from: byLid }));
    await scope.write(async (tx) => {
      await tx.db
        .update(contacts)
        .set({ name: 'Da lid', nameIsProvisional: false })
        .where(eq(contacts.number, ''));
    });
    await learn();
    await expectOneMaria('Da lid');
  });

  test('otherwise follow WhatsApp’s push name, not ours, nor an empty one', async () => {
    await receive(inbound({ from: byPn, fromMe: true, pushName: null }));
    expect((await people())[0]?.name).toBe(NUMBER);
    await receive(inbound({ from: byPn, pushName: 'Maria' }), inbound({ from: byPn, pushName: '' }));
    expect((await people())[0]?.name).toBe('Maria');
    await receive(inbound({ from: byLid, pushName: '' }));
    await learn();
    await expectOneMaria('Maria');
  });
});

describe('automatic merge', () => {
  const both = async () => {
    await receive(inbound({ from: byPn, text: 'pn' }), inbound({ from: byLid, text: 'lid' }));
    const [pn, lid] = await allTickets();
    return { pn: pn?.id ?? 0, lid: lid?.id ?? 0 };
  };

  test('keeps the answering agent and one open tracking', async () => {
    const ids = await both();
    const bia = testApp.people.userId.bia;
    await patchTicket(await testApp.scopeOf('ana'), {
      ticketId: ids.lid,
      status: 'open',
      userId: bia,
      queueId: testApp.people.queueId.Vendas,
    });
    await learn();
    const rows = await allTickets();
    expect(rows.map((row) => [row.status, row.userId, row.queueId])).toEqual([
      ['open', bia, testApp.people.queueId.Vendas],
    ]);
    expect(
      await scope.db.select().from(ticketTrackings).where(isNull(ticketTrackings.finishedAt)),
    ).toHaveLength(1);
  });

  test('continues in the open ticket when the other is closed', async () => {
    const ids = await both();
    const ana = await testApp.scopeOf('ana');
    await patchTicket(ana, { ticketId: ids.lid, status: 'closed' });
    await learn();
    await receive(inbound({ from: MARIA, text: 'ainda aqui' }));
    expect((await allTickets()).map((row) => [row.id, row.status, row.lastMessage])).toEqual([
      [ids.pn, 'pending', 'ainda aqui'],
      [ids.lid, 'closed', 'lid'],
    ]);
  });

  test('removes duplicate messages, keeping the readable one with quotes and reactions', async () => {
    const reaction = { type: 'reaction', targetId: 'D', targetFromMe: false, emoji: '👍' } as const;
    await receive(
      inbound({ id: 'D', from: byPn, content: { type: 'undecryptable' } }),
      inbound({ id: 'D', from: byLid, text: 'lida' }),
      inbound({ id: 'E', from: byPn, text: 'igual' }),
      inbound({ id: 'E', from: byLid, text: 'igual' }),
      inbound({ from: byLid, text: 'cita', quoted: { id: 'E', fromMe: false, text: 'igual' } }),
      inbound({ from: byLid, content: reaction }),
    );
    await learn();
    const rows = await stored();
    expect(rows.map((row) => row.body).sort()).toEqual(['cita', 'igual', 'lida']);
    const quote = rows.find((row) => row.body === 'cita');
    expect(quote?.quotedMsgId).toBe(rows.find((row) => row.body === 'igual')?.id ?? 0);
    const [saved] = await scope.db.select().from(messageReactions);
    expect(saved?.messageId).toBe(rows.find((row) => row.body === 'lida')?.id ?? 0);
    expect(saved?.author).toBe(String((await people())[0]?.id));
    expect((await scope.db.run('PRAGMA foreign_key_check')).rows).toEqual([]);
  });

  test('keeps the tags of both', async () => {
    const ids = await both();
    await scope.write(async (tx) => {
      await tx.db.delete(tags);
      const made = await tx.db
        .insert(tags)
        .values(['a', 'b'].map((name) => ({ name, searchName: name, color: '#000' })))
        .returning({ id: tags.id });
      const [a = 0, b = 0] = made.map((row) => row.id);
      await tx.db.insert(ticketTags).values([
        { ticketId: ids.pn, tagId: a },
        { ticketId: ids.lid, tagId: a },
        { ticketId: ids.lid, tagId: b },
      ]);
    });
    await learn();
    expect((await scope.db.select().from(ticketTags)).map((row) => row.ticketId)).toEqual([ids.pn, ids.pn]);
  });
});
