import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { invoices } from '@db/platform/schema/index.ts';
import { createZonedCompanies, type ZonedCompanies } from '@test/support/zoned-companies.ts';
import { eq } from 'drizzle-orm';
import { getCompany } from '@/modules/companies/companies.queries.ts';
import { renewed } from '../recurrence.logic.ts';
import { makeDueInvoices } from './make-invoices.service.ts';

let desk: ZonedCompanies;
beforeAll(async () => {
  desk = await createZonedCompanies();
});
afterAll(() => desk.testApp.stop());

describe('due dates', () => {
  const company = () => getCompany(desk.testApp.kernel, desk.testApp.people.companyId.aurora);
  const dueDate = async () => (await company()).dueDate?.toISOString();
  const setDue = (body: object) =>
    desk.call('boreal', 'PUT', `/companies/${desk.testApp.people.companyId.aurora}`, body);
  const openInvoices = async () =>
    (await desk.testApp.kernel.platform.db.select().from(invoices).where(eq(invoices.status, 'open'))).map(
      ({ id, dueDay, dueDate: at, changesPlan }) => ({ id, dueDay, at: at.toISOString(), changesPlan }),
    );

  test('end with the company’s day, and stay the same day in another zone', async () => {
    desk.setClock('2026-03-10T15:00:00Z');
    await desk.move('aurora', 'America/Manaus');
    expect((await setDue({ dueDate: '2026-03-20' })).status).toBe(200);
    expect(await dueDate()).toBe('2026-03-21T03:59:59.999Z');
    await makeDueInvoices(desk.testApp.kernel);
    const [made] = await openInvoices();
    expect(made).toMatchObject({ dueDay: '2026-03-20', at: '2026-03-21T03:59:59.999Z' });
    // A planned change of plan must outlast the move.
    await desk.testApp.kernel.platform.write((tx) => tx.update(invoices).set({ changesPlan: true }));
    await desk.move('aurora', 'Europe/Lisbon');
    expect(await dueDate()).toBe('2026-03-20T23:59:59.999Z');
    expect(await openInvoices()).toEqual([
      { id: made?.id ?? 0, dueDay: '2026-03-20', at: '2026-03-20T23:59:59.999Z', changesPlan: true },
    ]);
    await makeDueInvoices(desk.testApp.kernel);
    expect(await openInvoices()).toHaveLength(1);
  });

  test('a renewal ends with the local day, across a change of the clock', async () => {
    const due = { ...(await company()), recurrence: 'MENSAL' };
    const next = renewed(due, desk.testApp.clock.now, 'Europe/Lisbon').dueDate;
    expect(next.toISOString()).toBe('2026-04-20T22:59:59.999Z');
  });

  test('a moment without a zone counts as its day', async () => {
    await desk.move('aurora', 'America/Manaus');
    await setDue({ dueDate: '2026-04-20T00:00' });
    expect(await dueDate()).toBe('2026-04-21T03:59:59.999Z');
    await setDue({ dueDate: '2026-04-20T10:00:00.000Z' });
    expect(await dueDate()).toBe('2026-04-20T10:00:00.000Z');
  });

  test('the super administrator sets zone and due day at once', async () => {
    await setDue({ timeZone: 'America/Noronha', dueDate: '2026-05-31' });
    expect(await dueDate()).toBe('2026-06-01T01:59:59.999Z');
    const history = await desk.call('aurora', 'GET', '/settings');
    expect(JSON.stringify(history.body)).toContain('America/Noronha');
    expect((await setDue({ timeZone: 'America/Nowhere' })).status).toBe(400);
    await setDue({ timeZone: '' });
    expect((await company()).timeZone).toBeNull();
  });
});
