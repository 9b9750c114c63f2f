import { connections, contacts, messages, settings, tickets } from '@db/tenant/schema/index.ts';
import { desc, eq } from 'drizzle-orm';
import { storeHours } from '@/modules/settings/company-hours.service.ts';
import { DEFAULT_HOURS } from '@/schemas/service-hours.schema.ts';
import { createTestApp } from './deps.ts';
import { addConnection, inbound, JOAO } from './inbound.ts';
import { type PersonName, setSuper } from './people.ts';

export type CompanyName = 'aurora' | 'boreal';
export const COMPANIES = ['aurora', 'boreal'] as const;
export const ADMINISTRATOR = { aurora: 'ana', boreal: 'davi' } as const satisfies Record<
  CompanyName,
  PersonName
>;
export const CLOSED = 'Estamos fechados.';

export const everyDay = (startTime: string, endTime: string) =>
  DEFAULT_HOURS.map((day) => ({ ...day, startTime, endTime, startTimeB: '', endTimeB: '' }));

export type ZonedCompanies = Awaited<ReturnType<typeof createZonedCompanies>>;

/** Aurora in Manaus, Boreal in São Paulo, both open from 8 to 18; Davi is a super administrator too. */
export async function createZonedCompanies() {
  const testApp = await createTestApp();
  await setSuper(testApp.kernel, testApp.people, 'davi');
  const connectionId = { aurora: 0, boreal: 0 };
  const contactId = { aurora: 0, boreal: 0 };

  const fixture = {
    testApp,
    connectionId,
    contactId,
    call: async (company: CompanyName, method: string, path: string, body?: unknown) =>
      (await testApp.as(ADMINISTRATOR[company])).json<Record<string, unknown>>(method, path, body),
    async move(company: CompanyName, timeZone: string): Promise<void> {
      const { status, body } = await fixture.call(company, 'PUT', '/settings/timeZone', { value: timeZone });
      if (status !== 200) throw new Error(JSON.stringify(body));
      await testApp.settle();
    },
    setClock(iso: string) {
      testApp.clock.now = new Date(iso);
    },
    /** The automatic answer to a new customer's message. */
    async answerAt(company: CompanyName, iso: string): Promise<string | undefined> {
      fixture.setClock(iso);
      const scope = await testApp.systemScope(company);
      await scope.write((tx) => tx.db.delete(tickets));
      const target = { companyId: scope.companyId, connectionId: connectionId[company] };
      await testApp.listener.onMessages(target, [inbound({ from: JOAO, timestamp: Date.parse(iso) })]);
      await testApp.settle();
      const last = await scope.db.query.messages.findFirst({ orderBy: desc(messages.id) });
      return last?.fromMe ? last.body : undefined;
    },
  };

  for (const company of COMPANIES) {
    connectionId[company] = await addConnection(testApp, { company });
    const scope = await testApp.systemScope(company);
    await scope.write(async (tx) => {
      await tx.db.insert(settings).values({ key: 'scheduleType', value: 'company' });
      await tx.db
        .update(connections)
        .set({ outOfHoursMessage: CLOSED, isDefault: true })
        .where(eq(connections.id, connectionId[company]));
      await storeHours(tx, everyDay('08:00', '18:00'));
      const person = { name: 'João', number: '5521977776666' };
      const [row] = await tx.db.insert(contacts).values(person).returning();
      contactId[company] = row?.id ?? 0;
    });
  }
  await fixture.move('aurora', 'America/Manaus');
  await fixture.move('boreal', 'America/Sao_Paulo');
  return fixture;
}
