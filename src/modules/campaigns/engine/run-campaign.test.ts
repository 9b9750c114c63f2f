import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import {
  campaigns,
  connections,
  contacts,
  optOuts,
  outbox,
  sendingDays,
  sendingLimits,
  tickets,
} from '@db/tenant/schema/index.ts';
import { addConnection } from '@test/support/inbound.ts';
import { eq, isNull } from 'drizzle-orm';
import { deleteConnection } from '@/modules/connections/connections.service.ts';
import { SendError } from '@/whatsapp/port.ts';
import { type CampaignFixture, createCampaignFixture, numberOf } from './campaign-fixture.test-support.ts';
import { retryFailed } from './run-campaign.service.ts';

let stand: CampaignFixture;

beforeAll(async () => {
  stand = await createCampaignFixture();
});
afterAll(() => stand.testApp.stop());
beforeEach(async () => {
  await stand.reset();
  await stand.limit({});
});

const sent = () => stand.testApp.whatsapp.sent.length;

describe('running a campaign', () => {
  test('sends to everybody on the list in order and time, then ends', async () => {
    const id = await stand.add(await stand.list(25));
    await stand.pass(0);
    expect(sent()).toBe(1);
    const gaps: number[] = [];
    for (let last = stand.testApp.clock.now; (await stand.campaign(id)).status === 'EM_ANDAMENTO'; ) {
      const before = sent();
      const { nextAt } = await stand.campaign(id);
      await stand.pass((nextAt?.getTime() ?? 0) - stand.testApp.clock.now.getTime() - 1);
      expect(sent()).toBe(before);
      await stand.pass(1);
      expect(sent() - before).toBeLessThanOrEqual(1);
      if (sent() > before) gaps.push(stand.testApp.clock.now.getTime() - last.getTime());
      last = stand.testApp.clock.now;
      if (gaps.length > 30) break;
    }
    expect(stand.to()).toEqual(Array.from({ length: 25 }, (_, index) => index));
    expect(stand.texts()[3]).toBe('Oi, Pessoa 3!');
    const long = (n: number) => (n % 20 === 0 ? 60_000 : 20_000);
    expect(gaps).toEqual(Array.from({ length: 24 }, (_, index) => long(index + 1)));
    expect(await stand.campaign(id)).toMatchObject({ status: 'FINALIZADA', stoppedFor: null });
    expect((await stand.campaign(id)).completedAt).toEqual(stand.testApp.clock.now);
    expect(await stand.system.db.select().from(outbox).where(isNull(outbox.parkedAt))).toEqual([]);
    const [day] = await stand.system.db.select().from(sendingDays);
    expect(day).toMatchObject({ sent: 25, newContacts: 25, replies: 0 });
  });

  test('creates only closed silent tickets', async () => {
    await stand.add(await stand.list(2));
    await stand.pass(0);
    const [ticket] = await stand.system.db.select().from(tickets);
    expect(ticket).toMatchObject({ status: 'closed', isSilent: true });
  });
});

describe('a campaign whose connection was deleted or exchanged', () => {
  async function overAnother(leave: 'delete' | 'move', confirmation: boolean): Promise<number> {
    const { testApp, system } = stand;
    const connectionId = await addConnection(testApp, { name: 'Promoções' });
    await system.write((tx) =>
      tx.db.insert(sendingLimits).values({ connectionId, dailyCap: 100, quietFrom: '', quietTo: '' }),
    );
    const questions = { confirmation, confirmationMessages: ['Posso enviar, {nome}?'] };
    const id = await stand.add(await stand.list(3), { connectionId, ...(confirmation && questions) });
    for (let n = 0; n < 2; n += 1) testApp.whatsapp.fail(new SendError('refused', false));
    await stand.pass(0);
    await stand.passGap(id);
    expect((await stand.shippings(id)).map(({ state }) => state)).toEqual(['failed', 'failed', 'waiting']);
    await stand.cancel(id);
    const ana = await testApp.scopeOf('ana');
    if (leave === 'delete') await deleteConnection(ana, { connectionId });
    else
      await system.write((tx) =>
        tx.db.update(campaigns).set({ connectionId: stand.connectionId }).where(eq(campaigns.id, id)),
      );
    await retryFailed(ana, { campaignId: id });
    const setDefault = (isDefault: boolean) =>
      system.write((tx) =>
        tx.db.update(connections).set({ isDefault }).where(eq(connections.id, stand.connectionId)),
      );
    await setDefault(true);
    await stand.restart(id);
    await setDefault(false);
    for (let n = 0; n < 3; n += 1) await stand.passGap(id);
    if (leave === 'move') await deleteConnection(ana, { connectionId });
    return id;
  }

  test.each(['delete', 'move'] as const)('sends to those it did not reach once (%s)', async (leave) => {
    const id = await overAnother(leave, false);
    expect(stand.to()).toEqual([0, 1, 2]);
    const over = stand.testApp.whatsapp.sent.map(({ target }) => target.connectionId);
    expect(over).toEqual(Array(3).fill(stand.connectionId));
    expect((await stand.shippings(id)).map(({ state }) => state)).toEqual(Array(3).fill('delivered'));
  });

  test('asks those who got no question', async () => {
    const id = await overAnother('delete', true);
    expect(stand.texts()).toEqual([0, 1, 2].map((n) => `Posso enviar, Pessoa ${n}?`));
    expect((await stand.shippings(id)).map(({ state }) => state)).toEqual(Array(3).fill('asked'));
  });
});

describe('campaign texts', () => {
  test('alternate and insert list and company variables once', async () => {
    await stand.set({
      variables: [
        { key: 'cupom (10%)', value: '{nome}' },
        { key: 'loja', value: 'Aurora' },
      ],
    });
    const messages = ['A {nome} {email}', '', 'B {numero} {cupom (10%)}', 'C {loja} {LOJA} {outra} {{nome}}'];
    const id = await stand.add(await stand.list(4), { messages });
    for (let n = 0; n < 5; n += 1) await stand.passGap(id);
    expect(stand.texts()).toEqual([
      'A Pessoa 0 p0@exemplo.com',
      `B ${numberOf(1)} {nome}`,
      'C Aurora Aurora {outra} Pessoa 2',
      'A Pessoa 3 p3@exemplo.com',
    ]);
  });

  test('changed while stopped apply to the remaining recipients', async () => {
    const id = await stand.add(await stand.list(2));
    await stand.pass(0);
    await stand.cancel(id);
    const ana = await stand.testApp.as('ana');
    await ana.json('PUT', `/campaigns/${id}`, { name: 'Natal', message1: 'Novo' });
    await stand.restart(id);
    await stand.passGap(id);
    expect(stand.texts()).toEqual(['Oi, Pessoa 0!', 'Novo']);
  });
});

describe('skipped recipients', () => {
  test('numbers not on WhatsApp, unchecked, opted out or blocked, with the reason', async () => {
    const { system } = stand;
    await system.write(async (tx) => {
      await tx.db.insert(optOuts).values({ number: numberOf(3) });
      await tx.db.insert(contacts).values({ name: 'B', number: numberOf(4), isBlocked: true });
    });
    const id = await stand.add(await stand.list(6, (n) => (n === 1 ? false : n === 2 ? null : true)));
    await stand.pass(0);
    await stand.finish(id);
    expect(stand.to()).toEqual([0, 5]);
    expect(await stand.statesOf(id)).toEqual([
      ['delivered', null],
      ['skipped', 'not_on_whatsapp'],
      ['skipped', 'not_checked'],
      ['skipped', 'opted_out'],
      ['skipped', 'blocked'],
      ['delivered', null],
    ]);
  });

  test('contacts who opt out or are blocked during the campaign', async () => {
    const id = await stand.add(await stand.list(4));
    await stand.pass(0);
    await stand.system.write(async (tx) => {
      await tx.db.insert(optOuts).values({ number: numberOf(1) });
      await tx.db.insert(contacts).values({ name: 'B', number: numberOf(2), isBlocked: true });
    });
    await stand.finish(id);
    expect(stand.to()).toEqual([0, 3]);
  });

  test('an empty list finishes at once', async () => {
    const id = await stand.add(await stand.list(0));
    await stand.pass(0);
    expect(await stand.campaign(id)).toMatchObject({ status: 'FINALIZADA' });
  });

  for (const [reason, options] of [
    ['no_text', { messages: ['  '] }],
    ['no_list', { contactListId: null }],
    ['no_connection', { connectionId: null }],
  ] as const)
    test(`a campaign without its requirements does not start: ${reason}`, async () => {
      const id = await stand.add(await stand.list(1), options as never);
      await stand.pass(0);
      expect(await stand.campaign(id)).toMatchObject({ status: 'CANCELADA', stoppedFor: reason });
      expect(sent()).toBe(0);
    });
});

describe('campaign timing', () => {
  test('starts once at its time, or at once when that has passed', async () => {
    const at = new Date(stand.testApp.clock.now.getTime() + 3_600_000);
    const id = await stand.add(await stand.list(3), { scheduledAt: at });
    await stand.pass(3_599_999);
    expect(sent()).toBe(0);
    await Promise.all([stand.pass(1), stand.jobs(), stand.jobs()]);
    await stand.testApp.settle();
    expect(sent()).toBe(1);
    const late = await stand.add(await stand.list(3), { scheduledAt: new Date(at.getTime() - 86_400_000) });
    await stand.pass(0);
    expect(await stand.campaign(late)).toMatchObject({ status: 'EM_ANDAMENTO' });
    await stand.finish(id);
  });

  for (const jump of [-86_400_000, 86_400_000])
    test(`a clock change of ${jump / 3_600_000} h neither delays nor hastens sending`, async () => {
      const id = await stand.add(await stand.list(4));
      await stand.pass(0);
      stand.testApp.clock.now = new Date(stand.testApp.clock.now.getTime() + jump);
      await stand.pass(19_999);
      expect(sent()).toBe(1);
      await stand.pass(1);
      expect(sent()).toBe(2);
      expect((await stand.campaign(id)).status).toBe('EM_ANDAMENTO');
    });

  test('randomly extends intervals by up to a third', async () => {
    stand.pace.chance = () => 1;
    await stand.add(await stand.list(2));
    await stand.pass(0);
    await stand.pass(25_999);
    expect(sent()).toBe(1);
    await stand.pass(1);
    expect(sent()).toBe(2);
  });

  test('allows an interval of zero', async () => {
    await stand.set({ messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 });
    const id = await stand.add(await stand.list(12));
    await stand.pass(0);
    await stand.finish(id);
    expect(stand.to()).toEqual(Array.from({ length: 12 }, (_, n) => n));
  });
});
