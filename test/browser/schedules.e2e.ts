import { expect } from 'bun:test';
import { contacts, messages, schedules } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { addDays, zonedParts, zonedTime } from '@/core/zoned-time.ts';
import { customer } from './support/customers.ts';
import { hasFocus, isAlive, workspaceOf } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

const dialogOf = (page: Page) => page.locator('dialog[open]');
const rowOf = (page: Page, text: string) =>
  page.locator('#schedule-rows tr[data-key]').filter({ hasText: text });

const ZONE = 'America/Sao_Paulo';

async function dragDown(page: Page, entry: Locator, slot: Locator): Promise<void> {
  await entry.scrollIntoViewIfNeeded();
  const [box, { height }] = [await boxOf(entry), await boxOf(slot)];
  const [x, y] = [box.x + box.width / 3, box.y + 6];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + height, { steps: 4 });
  await page.mouse.move(x, y + 2 * height, { steps: 4 });
  await page.mouse.up();
}

async function boxOf(one: Locator) {
  const box = await one.boundingBox();
  if (!box) throw new Error('it is not on the page');
  return box;
}

browserTests('schedules', { line: true }, (check) => {
  check('one is made, moved by keys, seen by others, and sent at its time', async (fixture) => {
    const scope = await fixture.scope();
    const maria = { name: 'Maria Souza', number: '5511988887777', nameIsProvisional: false };
    const [contact] = await scope.write((tx) => tx.db.insert(contacts).values(maria).returning());
    const [ana, rui] = [await fixture.signIn('ana'), await fixture.signIn('rui')];
    await rui.page.goto('/schedules');
    const { page } = ana;
    await page.goto(`/schedules?contactId=${contact?.id}`);
    const dialog = dialogOf(page);
    await dialog.getByLabel('Mensagem').fill('oi');
    expect(new URL(page.url()).search).toBe('');
    ana.expectProblems(/status of 422/);
    await dialog.getByRole('button', { name: 'Agendar' }).click();
    await dialog.getByText('Mensagem muito curta').waitFor();
    const moment = dialog.getByLabel('Data de envio');
    const inAnHour = await moment.inputValue();
    await dialog.getByRole('button', { name: 'Amanhã 9:00' }).click();
    await until('tomorrow at nine', async () => (await moment.inputValue()).endsWith('T09:00'));
    expect((await moment.inputValue()) > inAnHour).toBe(true);
    await moment.fill(inAnHour);
    await dialog.getByLabel('Mensagem').fill('Bom dia, {{firstName}}!');
    await dialog.getByRole('button', { name: 'Agendar' }).click();
    await workspaceOf(page).toast('Agendamento criado com sucesso.').waitFor();
    await rowOf(page, 'Maria Souza').getByText('Pendente').waitFor();
    await rowOf(rui.page, 'Maria Souza').waitFor();
    await until('an address that asks for nothing', () => page.url().endsWith('/schedules'));

    await page.getByRole('tab', { name: 'Dia', exact: true }).click();
    const entry = page.locator('.calendar [data-schedule]', { hasText: 'Maria Souza' });
    const sendAt = async () => (await scope.db.query.schedules.findFirst())?.sendAt.getTime() ?? 0;
    const before = await sendAt();
    await page.getByRole('tab', { name: 'Lista', exact: true }).click();
    const listed = entry.filter({ has: page.locator('.calendar-time') });
    await listed.waitFor();
    await listed.focus();
    const refetched = page.waitForResponse('**/schedules/calendar*');
    await page.evaluate(() => document.dispatchEvent(new Event('refresh:schedule')));
    await (await refetched).finished();
    await hasFocus(listed);
    await page.keyboard.press('Alt+ArrowDown');
    await until(
      'a quarter of an hour later',
      async () => (await sendAt()) === before - (before % 60_000) + 15 * 60_000,
    );

    const today = zonedParts(new Date(), ZONE).day;
    const morning = zonedTime(addDays(today, 1), '09:00', ZONE);
    await scope.write((tx) => tx.db.update(schedules).set({ sendAt: morning }));
    await page.goto('/schedules');
    await page.getByRole('tab', { name: 'Dia', exact: true }).click();
    await page.getByRole('button', { name: 'Próximo', exact: true }).click();
    await entry.first().waitFor();
    await dragDown(page, entry.first(), page.locator('.calendar [data-time]').first());
    await until('an hour later', async () => (await sendAt()) === morning.getTime() + 3_600_000);

    await scope.write((tx) => tx.db.update(schedules).set({ sendAt: new Date(Date.now() - 1000) }));
    await until('it is sent', async () => (await scope.db.query.schedules.findFirst())?.status === 'ENVIADA');
    await rowOf(page, 'Maria Souza').getByText('Enviada').waitFor();
    const [sent] = await scope.db
      .select()
      .from(messages)
      .where(eq(messages.chatId, contact?.id ?? 0));
    expect(sent?.body).toBe('Bom dia, Maria!');
  });

  check('a calendar whose script was lost can be asked for again', async (fixture) => {
    const { page, expectProblems } = await fixture.signIn('ana', { serviceWorkers: 'block' });
    expectProblems(/registration blocked|ERR_INTERNET_DISCONNECTED|dynamically imported module/);
    await page.route(/\/build\/calendar-/, (route) => route.abort('internetdisconnected'));
    await page.goto('/schedules');
    const again = page.locator('.calendar').getByRole('button', { name: 'Tentar de novo' });
    await again.waitFor();
    await page.unrouteAll();
    await again.click();
    await page.getByRole('tab', { name: 'Dia', exact: true }).waitFor();
  });

  check('what is typed in a conversation is sent later instead, and leaves the field', async (fixture) => {
    const { uuid } = await customer(fixture, { name: 'João', text: 'oi' });
    const { page } = await fixture.signIn('ana');
    await page.goto(`/tickets/${uuid}`);
    await isAlive(page, 'ticket-list');
    await page.locator('[data-ticket-action="accept"]').click();
    const field = page.locator('[data-pane] textarea');
    await field.fill('Até amanhã, João');
    await page.locator('[data-send-later]').click();
    const dialog = dialogOf(page);
    expect(await dialog.getByLabel('Mensagem').inputValue()).toBe('Até amanhã, João');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('Até amanhã, João');
    await page.locator('[data-send-later]').click();
    await dialog.getByRole('button', { name: 'Agendar' }).click();
    await dialog.waitFor({ state: 'detached' });
    await until('the field is empty', async () => (await field.inputValue()) === '');
    const scope = await fixture.scope();
    const stored = await scope.db.select().from(schedules).where(eq(schedules.body, 'Até amanhã, João'));
    expect(stored).toHaveLength(1);
  });
});
