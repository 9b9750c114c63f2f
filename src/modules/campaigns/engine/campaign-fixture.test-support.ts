import {
  campaignSettings,
  campaignShippings,
  campaigns,
  contactListItems,
  contactLists,
  contacts,
  optOuts,
  outbox,
  sendingDays,
  sendingLimits,
} from '@db/tenant/schema/index.ts';
import { createTestApp, type TestAppOptions } from '@test/support/deps.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import { asc, eq } from 'drizzle-orm';
import { jobsOf } from '@/schedule.ts';

export type CampaignFixture = Awaited<ReturnType<typeof createCampaignFixture>>;
type NewCampaign = Partial<typeof campaigns.$inferInsert>;

const FIRST_NUMBER = 5_511_960_000_000;
export const numberOf = (index: number): string => String(FIRST_NUMBER + index);

export async function createCampaignFixture(options: TestAppOptions = {}) {
  const testApp = await createTestApp(options);
  const system = await testApp.systemScope();
  const connectionId = await addConnection(testApp);
  const jobs = jobsOf(testApp.kernel);
  const target = { companyId: system.companyId, connectionId };
  const pace = testApp.kernel.services.campaignPace;
  pace.chance = () => 0;

  const { find } = testApp.whatsapp;
  const BEGINNING = testApp.clock.now;
  const createdAt = new Date(BEGINNING.getTime() - 3_600_000);

  const campaign = async (id: number) => {
    const row = await system.db.query.campaigns.findFirst({ where: eq(campaigns.id, id) });
    if (!row) throw new Error('the campaign is gone');
    return row;
  };
  const shippings = (id: number) =>
    system.db
      .select()
      .from(campaignShippings)
      .where(eq(campaignShippings.campaignId, id))
      .orderBy(asc(campaignShippings.id));

  async function pass(ms: number): Promise<void> {
    testApp.clock.advance(ms);
    await jobs();
    testApp.kernel.outbox.wake(system.companyId);
    await testApp.settle();
  }

  async function arrives(index: number, text: string): Promise<void> {
    const from = { pn: `${numberOf(index)}@s.whatsapp.net`, lid: null };
    await testApp.listener.onMessages(target, [
      inbound({ from, text, timestamp: testApp.clock.now.getTime() }),
    ]);
  }

  return {
    ...{ testApp, system, connectionId, target, jobs, pace, campaign, shippings, pass },
    async reset(): Promise<void> {
      await testApp.settle();
      await system.write(async (tx) => {
        for (const table of [campaigns, contactLists, contacts, optOuts, outbox]) await tx.db.delete(table);
        for (const table of [sendingDays, sendingLimits, campaignSettings]) await tx.db.delete(table);
      });
      testApp.whatsapp.sent.length = 0;
      testApp.whatsapp.find = find;
      testApp.whatsapp.become(target);
      await testApp.listener.onRestriction(target, null);
      testApp.clock.now = BEGINNING;
      pace.chance = () => 0;
    },
    async list(count: number, isOnWhatsapp: (index: number) => boolean | null = () => true): Promise<number> {
      return system.write(async (tx) => {
        const [row] = await tx.db
          .insert(contactLists)
          .values({ name: `Lista ${testApp.kernel.ids.uuid()}` })
          .returning({ id: contactLists.id });
        const listId = row?.id ?? 0;
        for (let start = 0; start < count; start += 500) {
          const indexes = Array.from({ length: Math.min(500, count - start) }, (_, at) => start + at);
          await tx.db.insert(contactListItems).values(
            indexes.map((index) => ({
              listId,
              name: `Pessoa ${index}`,
              number: numberOf(index),
              email: `p${index}@exemplo.com`,
              isOnWhatsapp: isOnWhatsapp(index),
            })),
          );
        }
        return listId;
      });
    },
    async add(contactListId: number, input: NewCampaign = {}): Promise<number> {
      const values = { name: 'Natal', messages: ['Oi, {nome}!'], connectionId, contactListId, ...input };
      const [row] = await system.write((tx) =>
        tx.db
          .insert(campaigns)
          .values({ status: 'PROGRAMADA', scheduledAt: testApp.clock.now, createdAt, ...values })
          .returning({ id: campaigns.id }),
      );
      return row?.id ?? 0;
    },
    async set(settings: Record<string, unknown>): Promise<void> {
      await system.write(async (tx) => {
        for (const [key, value] of Object.entries(settings))
          await tx.db
            .insert(campaignSettings)
            .values({ key, value: JSON.stringify(value) })
            .onConflictDoUpdate({ target: campaignSettings.key, set: { value: JSON.stringify(value) } });
      });
    },
    async limit(values: Partial<typeof sendingLimits.$inferInsert>): Promise<void> {
      const set = { dailyCap: 100_000, warmsUp: false, quietFrom: '', quietTo: '', ...values };
      await system.write((tx) =>
        tx.db
          .insert(sendingLimits)
          .values({ ...set, connectionId })
          .onConflictDoUpdate({ target: sendingLimits.connectionId, set }),
      );
    },
    async passGap(id: number): Promise<void> {
      await pass(Math.max(pace.remainingMs(await campaign(id), system, Number.POSITIVE_INFINITY), 1));
    },
    async cancel(id: number): Promise<void> {
      await (await testApp.as('ana')).json('POST', `/campaigns/${id}/cancel`);
    },
    async restart(id: number): Promise<void> {
      await (await testApp.as('ana')).json('POST', `/campaigns/${id}/restart`);
      await testApp.settle();
    },
    async finish(id: number): Promise<void> {
      for (let n = 0; n < 200 && (await campaign(id)).status === 'EM_ANDAMENTO'; n += 1)
        await pass(Math.max(pace.remainingMs(await campaign(id), system, Number.POSITIVE_INFINITY), 1));
      const { status } = await campaign(id);
      if (status !== 'FINALIZADA') throw new Error(`the campaign is ${status}`);
    },
    statesOf: async (id: number) => (await shippings(id)).map(({ state, reason }) => [state, reason]),
    onSend(around: (send: () => Promise<{ raw: string }>) => Promise<{ raw: string }>): void {
      testApp.whatsapp.find = (sought) => {
        const session = find(sought);
        return session && { ...session, send: (message) => around(() => session.send(message)) };
      };
    },
    arrives,
    async receiveText(index: number, text: string): Promise<void> {
      await arrives(index, text);
      await testApp.settle();
    },
    texts: () =>
      testApp.whatsapp.sent.map(({ content }) => ('text' in content ? content.text : content.type)),
    to: () => testApp.whatsapp.sent.map(({ jid }) => Number(jid.replace(/@.*/, '')) - FIRST_NUMBER),
  };
}
