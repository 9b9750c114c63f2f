import { afterAll, beforeAll, expect, test } from 'bun:test';
import { campaigns, contacts, schedules } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { asc } from 'drizzle-orm';
import { punctualJobsOf } from '@/schedule.ts';
import { backUp } from '../backups.service.ts';

const MINUTE = 180_000;
let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  await setSuper(testApp.kernel, testApp.people, 'davi');
});
afterAll(() => testApp.stop());

test(
  'sends nothing that was due since the backup: campaigns are stopped, schedules fail with the reason',
  async () => {
    const tomorrow = new Date(Date.now() + 86_400_000);
    const yesterday = new Date(Date.now() - 86_400_000);
    const scope = await testApp.systemScope();
    await scope.write(async (tx) => {
      await tx.db.insert(campaigns).values([
        { name: 'running', status: 'EM_ANDAMENTO' },
        { name: 'due', status: 'PROGRAMADA', scheduledAt: yesterday },
        { name: 'later', status: 'PROGRAMADA', scheduledAt: tomorrow },
        { name: 'done', status: 'FINALIZADA' },
      ]);
      const [contact] = await tx.db
        .insert(contacts)
        .values({ name: 'João', number: '5521977776666' })
        .returning();
      const common = { body: 'Oi', contactId: contact?.id ?? 0 };
      await tx.db.insert(schedules).values([
        { ...common, sendAt: yesterday },
        { ...common, sendAt: tomorrow },
      ]);
    });
    await backUp(testApp.kernel, 'clock');
    const aurora = testApp.people.companyId.aurora;
    const asked = await (await testApp.as('davi')).part('POST', `/settings/companies/${aurora}/restore`, {
      typedName: 'Aurora',
    });
    expect(asked.status).toBe(204);
    await testApp.kernel.services.restores.ended;
    const { db } = await testApp.systemScope();
    const stopped = await db.select().from(campaigns).orderBy(asc(campaigns.id));
    expect(stopped.map(({ name, status, stoppedFor }) => [name, status, stoppedFor])).toEqual([
      ['running', 'CANCELADA', 'restored'],
      ['due', 'CANCELADA', 'restored'],
      ['later', 'PROGRAMADA', null],
      ['done', 'FINALIZADA', null],
    ]);
    testApp.clock.now = new Date();
    await punctualJobsOf(testApp.kernel)();
    const planned = await db.select().from(schedules).orderBy(asc(schedules.id));
    expect(planned.map(({ status, error }) => [status, error])).toEqual([
      ['ERRO', 'ERR_SCHEDULE_RESTORED'],
      ['PENDENTE', null],
    ]);
  },
  MINUTE,
);
