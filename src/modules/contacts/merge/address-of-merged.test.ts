import { afterEach, beforeEach, expect, test } from 'bun:test';
import { contactIdentities, contacts, tickets } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { PNG } from '@test/support/fixtures.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { renewToken } from '@/modules/connections/api-token.service.ts';
import { followCustomer } from '@/modules/tickets/presence/customer-presence.state.ts';
import type { Identity } from '@/whatsapp/port.ts';
import { blockContact } from '../block.service.ts';
import { getAddress, getAddresses, requireContact } from '../contacts.queries.ts';
import { wantPicture } from '../identities/contact-picture.outbox.ts';
import { mergeByHand } from './merge.service.ts';

const OLD: Identity = { pn: '5511988887777@s.whatsapp.net', lid: '1@lid' };
const NEW: Identity = { pn: '5521977776666@s.whatsapp.net', lid: '2@lid' };
const HIDDEN: Identity = { pn: null, lid: '3@lid' };

let testApp: TestApp;
let ana: Scope;
let connectionId: number;

beforeEach(async () => {
  testApp = await createTestApp();
  ana = await testApp.scopeOf('ana');
  connectionId = await addConnection(testApp);
  for (const from of [OLD, NEW, HIDDEN]) await receive(from);
});
afterEach(() => testApp.stop());

async function receive(from: Identity): Promise<void> {
  await testApp.listener.onMessages({ companyId: ana.companyId, connectionId }, [inbound({ from })]);
  await testApp.settle();
}

async function idOf({ pn, lid }: Identity): Promise<number> {
  const jid = pn ?? lid ?? '';
  const row = await ana.db.query.contactIdentities.findFirst({ where: eq(contactIdentities.jid, jid) });
  if (!row) throw new Error(`${jid} belongs to nobody`);
  return row.contactId;
}

async function merge(keep: Identity, drop: Identity): Promise<number> {
  const { contact } = await mergeByHand(ana, { keep: await idOf(keep), drop: await idOf(drop) });
  await testApp.settle();
  testApp.whatsapp.calls.length = 0;
  testApp.whatsapp.sent.length = 0;
  return contact.id;
}

async function openTicketOf(contactId: number) {
  const change = { status: 'open', userId: testApp.people.userId.ana } as const;
  const [ticket] = await ana.write((tx) =>
    tx.db.update(tickets).set(change).where(eq(tickets.contactId, contactId)).returning(),
  );
  if (!ticket) throw new Error('the contact has no ticket');
  return ticket;
}

const asked = () =>
  testApp.whatsapp.calls.map((call) => {
    const [what, first, second, ...others] = call.split(' ');
    return [what, first, second, ...others.sort()];
  });
const sentTo = () => testApp.whatsapp.sent.map(({ jid }) => jid);

const directions = test.each([
  ['the newer', NEW, OLD],
  ['the older', OLD, NEW],
]);

directions('a reply goes to %s number when that one is shown', async (_which, keep, drop) => {
  const ticket = await openTicketOf(await merge(keep, drop));
  const { status } = await (await testApp.as('ana')).json('POST', `/messages/${ticket.id}`, { body: 'olá' });
  await testApp.settle();
  expect([status, sentTo()]).toEqual([200, [keep.pn ?? '']]);
});

directions('a message of the API goes to %s number when that one is shown', async (_which, keep, drop) => {
  await merge(keep, drop);
  const Authorization = `Bearer ${await renewToken(ana, { connectionId })}`;
  const { status } = await testApp.app.fetch(
    new Request('http://desk.test/api/messages/send', {
      method: 'POST',
      headers: { Authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify({ number: keep.pn?.replace(/@.*/, ''), body: 'Seu pedido saiu' }),
    }),
  );
  await testApp.settle();
  expect([status, sentTo()]).toEqual([200, [keep.pn ?? '']]);
});

directions(
  'presence and picture are asked for at %s number when that one is shown',
  async (_which, keep, drop) => {
    const ticket = await openTicketOf(await merge(keep, drop));
    testApp.whatsapp.pictures.set(keep.pn ?? '', PNG);
    await followCustomer(ana, ticket);
    await ana.write((tx) => wantPicture(tx, { id: ticket.contactId, pictureCheckedAt: null }, connectionId));
    await testApp.settle();
    expect(testApp.whatsapp.presences).toEqual([`subscribe ${keep.pn}`]);
    expect((await requireContact(ana, ticket.contactId)).picturePath).not.toBe('');
  },
);

directions(
  'a block reaches all accounts, beginning with %s number when that one is shown',
  async (_which, keep, drop) => {
    await merge(keep, HIDDEN);
    const contactId = await merge(keep, drop);
    for (const blocked of [true, false]) {
      await blockContact(ana, { contactId, blocked });
      await testApp.settle();
    }
    const hidden = [`${ana.companyId}:${connectionId}`, '1@lid', '2@lid', '3@lid'];
    expect(asked()).toMatchObject([
      ['block', keep.pn, drop.pn, ...hidden],
      ['unblock', keep.pn, drop.pn, ...hidden],
    ]);
  },
);

test.each([
  ['a contact with a number', OLD, [OLD.pn ?? '', '1@lid']],
  ['a hidden one', HIDDEN, ['3@lid']],
] as const)(
  'messages go to where %s wrote from after it is merged into a contact whose number WhatsApp does not know',
  async (_who, drop, addresses) => {
    const number = '5531966665555';
    const [maria] = await ana.write((tx) =>
      tx.db.insert(contacts).values({ name: 'Maria', number }).returning(),
    );
    await mergeByHand(ana, { keep: maria?.id ?? 0, drop: await idOf(drop) });
    const ticket = await openTicketOf(maria?.id ?? 0);
    await (await testApp.as('ana')).json('POST', `/messages/${ticket.id}`, { body: 'olá' });
    await testApp.settle();
    expect(sentTo()).toEqual([addresses[0]]);
    expect(await getAddresses(ana, ticket.contactId)).toEqual([...addresses]);
    const shown = (await requireContact(ana, ticket.contactId)).number;
    expect(shown).toBe(drop.pn?.replace(/@.*/, '') ?? number);
  },
);

test('the number’s other spelling counts as the one shown', async () => {
  const contactId = await merge(NEW, OLD);
  await ana.write((tx) =>
    tx.db.update(contacts).set({ number: '552177776666' }).where(eq(contacts.id, contactId)),
  );
  expect((await getAddresses(ana, contactId)).slice(0, 2)).toEqual([NEW.pn ?? '', OLD.pn ?? '']);
});

test('hidden addresses are written to only when the contact has no number', async () => {
  expect(await getAddress(ana, await idOf(HIDDEN))).toBe('3@lid');
  expect(await getAddress(ana, await merge(HIDDEN, OLD))).toBe(OLD.pn ?? '');
});
