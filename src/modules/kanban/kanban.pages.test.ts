import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { plans } from '@db/platform/schema/index.ts';
import { contacts } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { createTicketLists, type TicketLists } from '@/modules/tickets/list/ticket-lists.test-support.ts';

let on: TicketLists;
beforeAll(async () => {
  on = await createTicketLists();
});
afterAll(() => on.testApp.stop());

test('refuses kanban calls, page and menu entry without the plan’s feature', async () => {
  const setPlan = (useKanban: boolean) =>
    on.testApp.kernel.platform.write((tx) => tx.update(plans).set({ useKanban }));
  const ana = await on.testApp.as('ana');
  expect((await ana.page('/kanban')).text).toContain('href="/kanban"');
  await setPlan(false);
  for (const path of [
    '/tags/kanban',
    '/ticket/kanban',
    '/kanban/board',
    '/kanban/counts',
    '/kanban/cards?lane=0',
  ]) {
    const { status, body } = await ana.json<{ error: string }>('GET', path);
    expect([path, status, body.error]).toEqual([path, 403, 'ERR_FEATURE_NOT_IN_PLAN']);
  }
  const closed = await ana.page('/kanban');
  expect([closed.status, closed.headers.get('Refresh')]).toEqual([403, '1; url=/']);
  expect(closed.text).not.toContain('href="/kanban"');
  await setPlan(true);
});

describe('kanban page', () => {
  test('shows the filters of the user’s profile and escapes names', async () => {
    await on.system.write((tx) =>
      tx.db
        .update(contacts)
        .set({ name: '<img src=x onerror=alert(1)>' })
        .where(eq(contacts.name, 'pending none')),
    );
    const admin = (await (await on.testApp.as('ana')).page('/kanban')).text;
    expect(admin).toContain('name="userId"');
    expect(admin).not.toContain('<img src=x');
    const agent = (await (await on.testApp.as('bia')).page('/kanban')).text;
    expect(agent).toContain('name="queueId"');
    expect(agent).not.toContain('name="userId"');
  });

  test('explains how to add columns when there are none', async () => {
    const davi = (await (await on.testApp.as('davi')).page('/kanban')).text;
    expect(davi).toContain('O kanban ainda não tem colunas');
    expect(davi).toContain('Ir para as tags');
  });
});
