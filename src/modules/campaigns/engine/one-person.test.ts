import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { campaignShippings, contacts, messages, optOuts, schedules } from '@db/tenant/schema/index.ts';
import { asc, eq } from 'drizzle-orm';
import { updateContact } from '@/modules/contacts/contacts.service.ts';
import { deleteContact } from '@/modules/contacts/delete-contact.service.ts';
import { mergeByHand } from '@/modules/contacts/merge/merge.service.ts';
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
  await stand.set({ messageInterval: 5, longerIntervalAfter: 0 });
});

const ana = () => stand.testApp.scopeOf('ana');

async function two(): Promise<{ keep: number; drop: number }> {
  const rows = await stand.system.write((tx) =>
    tx.db
      .insert(contacts)
      .values([0, 1].map((n) => ({ name: `Pessoa ${n}`, number: numberOf(n) })))
      .returning({ id: contacts.id }),
  );
  return { keep: rows[0]?.id ?? 0, drop: rows[1]?.id ?? 0 };
}

const merge = async (pair: { keep: number; drop: number }) => mergeByHand(await ana(), pair);
const rows = () => stand.system.db.select().from(campaignShippings).orderBy(asc(campaignShippings.id));

describe('merging two contacts of a campaign', () => {
  test('sends once whichever number comes first', async () => {
    const pair = await two();
    const id = await stand.add(await stand.list(3));
    await stand.pass(0);
    await merge(pair);
    await stand.finish(id);
    expect(stand.to()).toEqual([0, 2]);
    expect(await stand.statesOf(id)).toEqual([
      ['delivered', null],
      ['skipped', 'repeated'],
      ['delivered', null],
    ]);
  });

  test('preserves both delivered rows and undo restores their contacts', async () => {
    const pair = await two();
    const id = await stand.add(await stand.list(2));
    await stand.pass(0);
    await stand.finish(id);
    const owners = async () => (await rows()).map(({ contactId }) => contactId);
    expect(await owners()).toEqual([pair.keep, pair.drop]);
    const { undo } = await merge(pair);
    expect(await owners()).toEqual([pair.keep, pair.keep]);
    await stand.testApp.kernel.undo.take(await ana(), undo);
    expect(await owners()).toEqual([pair.keep, pair.drop]);
    expect(await stand.statesOf(id)).toEqual([
      ['delivered', null],
      ['delivered', null],
    ]);
  });

  test('one answer to two questions brings one message', async () => {
    const pair = await two();
    const asks = { confirmation: true, confirmationMessages: ['Pode ser?'] };
    const id = await stand.add(await stand.list(2), asks);
    await stand.pass(0);
    await stand.passGap(id);
    expect(stand.texts()).toEqual(['Pode ser?', 'Pode ser?']);
    await merge(pair);
    await stand.receiveText(0, 'sim');
    for (let n = 0; n < 4; n += 1) await stand.passGap(id);
    expect(stand.texts().slice(2)).toEqual(['Oi, Pessoa 0!']);
    expect(await stand.statesOf(id)).toEqual([
      ['delivered', null],
      ['skipped', 'repeated'],
    ]);
    expect(await stand.campaign(id)).toMatchObject({ status: 'FINALIZADA' });
  });

  test('preserves the opt-outs of both numbers', async () => {
    const pair = await two();
    await stand.system.write((tx) =>
      tx.db.insert(optOuts).values({ number: numberOf(1), contactId: pair.drop, keyword: 'sair' }),
    );
    await stand.system.write((tx) =>
      tx.db.insert(optOuts).values({ number: numberOf(0), contactId: pair.keep, keyword: 'parar' }),
    );
    const { undo } = await merge(pair);
    expect((await stand.system.db.select().from(optOuts)).map((row) => row.contactId)).toEqual([
      pair.keep,
      pair.keep,
    ]);
    await stand.testApp.kernel.undo.take(await ana(), undo);
    await stand.system.write((tx) => tx.db.delete(optOuts).where(eq(optOuts.number, numberOf(0))));
    await merge(pair);
    const id = await stand.add(await stand.list(1));
    await stand.pass(0);
    expect(await stand.statesOf(id)).toEqual([['skipped', 'opted_out']]);
    expect(stand.to()).toEqual([]);
  });

  test('sends a pending message once and ends the campaign', async () => {
    const pair = await two();
    stand.testApp.whatsapp.fail(new SendError('not_connected', true));
    const id = await stand.add(await stand.list(2));
    await stand.pass(0);
    await stand.passGap(id);
    await merge({ keep: pair.drop, drop: pair.keep });
    for (let n = 0; n < 3; n += 1) await stand.pass(60_000);
    expect(stand.to()).toEqual([0]);
    expect(await stand.statesOf(id)).toEqual([
      ['delivered', null],
      ['skipped', 'repeated'],
    ]);
  });

  test('preserves the schedules of both', async () => {
    const pair = await two();
    const at = { body: 'Lembrete', sendAt: stand.testApp.clock.now, connectionId: stand.connectionId };
    await stand.system.write((tx) =>
      tx.db.insert(schedules).values([pair.keep, pair.drop].map((contactId) => ({ ...at, contactId }))),
    );
    await merge(pair);
    const stored = await stand.system.db.select().from(schedules);
    expect(stored.map(({ contactId }) => contactId)).toEqual([pair.keep, pair.keep]);
    await stand.system.write((tx) => tx.db.delete(schedules));
  });
});

describe('a retry after the contact’s number was corrected', () => {
  async function corrected(): Promise<number> {
    const { keep } = await two();
    stand.testApp.whatsapp.fail(new SendError('refused', false));
    const id = await stand.add(await stand.list(1));
    await stand.pass(0);
    await updateContact(await ana(), { contactId: keep, number: numberOf(7) });
    return id;
  }
  const again = async (id: number) => {
    await retryFailed(await ana(), { campaignId: id });
    await stand.finish(id);
  };
  const outs = () => stand.system.db.select().from(optOuts);

  test('goes to the same person, whose answer counts', async () => {
    const id = await corrected();
    await again(id);
    expect(stand.to()).toEqual([7]);
    expect(await stand.system.db.select().from(contacts)).toHaveLength(2);
    await stand.receiveText(7, 'sair');
    expect(await outs()).toMatchObject([{ number: numberOf(7) }]);
  });

  test('is not sent to somebody who opted out under the new number', async () => {
    const id = await corrected();
    await stand.system.write((tx) => tx.db.insert(optOuts).values({ number: numberOf(7), keyword: 'sair' }));
    await again(id);
    expect(await stand.statesOf(id)).toEqual([['skipped', 'opted_out']]);
    expect(stand.to()).toEqual([]);
  });

  test('is not sent to somebody who was blocked', async () => {
    const id = await corrected();
    await stand.system.write((tx) => tx.db.update(contacts).set({ isBlocked: true }));
    await again(id);
    expect(await stand.statesOf(id)).toEqual([['skipped', 'blocked']]);
  });
});

describe('deleting a contact of a campaign', () => {
  test('preserves report rows and opt-outs and ends the campaign', async () => {
    const { keep, drop } = await two();
    await stand.system.write((tx) =>
      tx.db.insert(optOuts).values({ number: numberOf(1), contactId: drop, keyword: 'sair' }),
    );
    const id = await stand.add(await stand.list(3));
    await stand.pass(0);
    for (const contactId of [keep, drop]) await deleteContact(await ana(), { contactId });
    expect(await stand.system.db.select().from(messages)).toEqual([]);
    await stand.finish(id);
    expect(stand.to()).toEqual([0, 2]);
    expect(await stand.statesOf(id)).toEqual([
      ['delivered', null],
      ['skipped', 'opted_out'],
      ['delivered', null],
    ]);
    expect((await rows())[0]).toMatchObject({ contactId: null, messageId: null, number: numberOf(0) });
  });

  test('fails its pending message and a retry sends to the number again', async () => {
    const { keep } = await two();
    stand.testApp.whatsapp.fail(new SendError('not_connected', true));
    const id = await stand.add(await stand.list(1));
    await stand.pass(0);
    await deleteContact(await ana(), { contactId: keep });
    for (let n = 0; n < 3; n += 1) await stand.pass(60_000);
    expect(stand.to()).toEqual([]);
    expect(await stand.statesOf(id)).toEqual([['failed', 'taken_back']]);
    await retryFailed(await ana(), { campaignId: id });
    await stand.finish(id);
    expect(stand.to()).toEqual([0]);
  });

  test('treats its question as unanswered and ends the campaign', async () => {
    const { keep } = await two();
    const asks = { confirmation: true, confirmationMessages: ['Pode ser?'] };
    const id = await stand.add(await stand.list(1), asks);
    await stand.pass(0);
    await deleteContact(await ana(), { contactId: keep });
    await stand.pass(24 * 3_600_000);
    await stand.pass(60_000);
    expect(await stand.statesOf(id)).toEqual([['skipped', 'no_answer']]);
    expect(await stand.campaign(id)).toMatchObject({ status: 'FINALIZADA' });
  });
});
