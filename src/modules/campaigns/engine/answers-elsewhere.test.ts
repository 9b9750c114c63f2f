import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { campaigns, optOuts, sendingLimits, tickets } from '@db/tenant/schema/index.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import { eq } from 'drizzle-orm';
import { deleteConnection } from '@/modules/connections/connections.service.ts';
import { type CampaignFixture, createCampaignFixture, numberOf } from './campaign-fixture.test-support.ts';

let stand: CampaignFixture;
let other: number;
let campaignId: number;

beforeAll(async () => {
  stand = await createCampaignFixture();
  other = await addConnection(stand.testApp, { name: 'Suporte' });
});
afterAll(() => stand.testApp.stop());
beforeEach(async () => {
  await stand.reset();
  await stand.limit({});
  await receive('preciso de ajuda');
  await stand.system.write((tx) => tx.db.update(tickets).set({ status: 'closed', unreadMessages: 0 }));
  const question = { confirmation: true, confirmationMessages: ['Quer a oferta?'] };
  campaignId = await stand.add(await stand.list(1), { ...question, messages: ['A oferta!'] });
  await stand.pass(0);
});

async function receive(text: string, connectionId = other): Promise<void> {
  const from = { pn: `${numberOf(0)}@s.whatsapp.net`, lid: null };
  const timestamp = stand.testApp.clock.now.getTime();
  const target = { companyId: stand.system.companyId, connectionId };
  await stand.testApp.listener.onMessages(target, [inbound({ from, text, timestamp })]);
  await stand.testApp.settle();
}

const states = async () => (await stand.shippings(campaignId)).map(({ state }) => state);
const ticketOn = (connectionId: number) =>
  stand.system.db.query.tickets.findFirst({ where: eq(tickets.connectionId, connectionId) });

for (const answer of ['sim', 'não'])
  test(`“${answer}” on another connection answers another question`, async () => {
    await receive(answer);
    expect(await states()).toEqual(['asked']);
    expect(await ticketOn(other)).toMatchObject({ status: 'pending', unreadMessages: 1 });
    await receive(answer, stand.connectionId);
    expect(await states()).toEqual([answer === 'sim' ? 'confirmed' : 'declined']);
    expect(await ticketOn(stand.connectionId)).toMatchObject({ status: 'closed', unreadMessages: 0 });
  });

test('an opt-out on another connection counts', async () => {
  await receive('sair');
  expect(await stand.system.db.select().from(optOuts)).toHaveLength(1);
  expect(await ticketOn(other)).toMatchObject({ status: 'closed', unreadMessages: 0 });
});

describe('a question over a connection the campaign no longer uses', () => {
  let asked: number;
  beforeEach(async () => {
    const { system, testApp } = stand;
    asked = await addConnection(testApp, { name: `Promoções ${testApp.kernel.ids.uuid()}` });
    await stand.reset();
    await stand.limit({});
    await system.write((tx) =>
      tx.db.insert(sendingLimits).values({ connectionId: asked, dailyCap: 100, quietFrom: '', quietTo: '' }),
    );
    const question = { confirmation: true, confirmationMessages: ['Quer a oferta?'] };
    campaignId = await stand.add(await stand.list(1), { ...question, connectionId: asked });
    await stand.pass(0);
    await stand.cancel(campaignId);
  });

  async function moveTo(connectionId: number): Promise<void> {
    await stand.system.write((tx) =>
      tx.db.update(campaigns).set({ connectionId }).where(eq(campaigns.id, campaignId)),
    );
    await stand.restart(campaignId);
    expect(await states()).toEqual(['asked']);
  }

  test('is answered where it was asked', async () => {
    await moveTo(stand.connectionId);
    await receive('sim', stand.connectionId);
    expect(await states()).toEqual(['asked']);
    await receive('sim', asked);
    expect(await states()).toEqual(['confirmed']);
  });

  test('is answered over any once that one is gone', async () => {
    await deleteConnection(await stand.testApp.scopeOf('ana'), { connectionId: asked });
    await moveTo(stand.connectionId);
    await receive('não', other);
    expect(await states()).toEqual(['declined']);
  });
});
