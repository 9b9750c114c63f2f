import { expect } from 'bun:test';
import { users } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { findings } from './support/axe.ts';
import { customer, leadTo } from './support/customers.ts';
import { counts, holds, reads, workspaceOf } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

const bellOf = (page: Page) => page.locator('[popovertarget="notifications"]');
const listOf = (page: Page) => page.locator('#notifications [data-notification]');
const counted = (page: Page, count: number) =>
  until(
    `${count} in the bell`,
    async () => (await bellOf(page).getAttribute('data-count')) === String(count),
  );

function recordSounds(): void {
  const notes: number[] = [];
  Object.assign(window, { heard: notes });
  HTMLMediaElement.prototype.play = async function play() {
    if (this.src.includes('/sounds/')) notes.push(this.volume);
  };
}
const notesOf = (page: Page) => page.evaluate(() => (window as unknown as { heard: number[] }).heard);

function neverAsked(): void {
  let answer: NotificationPermission = 'default';
  const asked = () => Number(localStorage.getItem('test-asked') ?? 0);
  Object.defineProperty(Notification, 'permission', { get: () => answer });
  Notification.requestPermission = async () => {
    localStorage.setItem('test-asked', String(asked() + 1));
    answer = 'denied';
    return answer;
  };
}

browserTests('the bell', { line: true }, (check) => {
  check('lists what is unread, marks the title, and opens a ticket in its place', async (fixture) => {
    await leadTo(fixture, 'Vendas');
    const { phone, uuid } = await customer(fixture, { name: 'Maria Souza', of: 'bia' });
    const { page } = await fixture.signIn('bia');
    const workspace = workspaceOf(page);
    await page.goto('/tickets');
    await counted(page, 1);
    await phone.send(fixture.owner, { text: 'Preciso de ajuda com o pedido' });
    await bellOf(page).click();
    await listOf(page).getByText('Preciso de ajuda com…', { exact: true }).waitFor();
    expect(await page.title()).toMatch(/^\(1\) /);
    await page.evaluate(() => Object.assign(window, { stayed: true }));
    await listOf(page).click();
    await workspace.bubble('Preciso de ajuda').waitFor();
    expect(page.url()).toContain(uuid);
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
    expect(await page.locator('#notifications').isVisible()).toBe(false);
    await counted(page, 0);
    await until('a title without a number', async () => !(await page.title()).startsWith('('));
  });

  check('what waits is for administrators, and for others only with allTicket', async (fixture) => {
    const [ana, bia] = [await fixture.signIn('ana'), await fixture.signIn('bia')];
    for (const { page } of [ana, bia]) await page.goto('/todolist');
    await counted(bia.page, 0);
    const { ticketId } = await customer(fixture, { name: 'Espera Vez' });
    const row = (page: Page) => page.locator(`#notifications [data-notification="${ticketId}"]`);
    await bellOf(ana.page).click();
    await row(ana.page).getByText('Aguardando').waitFor();
    await counted(bia.page, 0);
    const scope = await fixture.scope();
    await scope.write(async (tx) => {
      await tx.db.update(users).set({ allTicket: true }).where(eq(users.id, fixture.people.userId.bia));
    });
    await bia.close();
    const again = await fixture.signIn('bia');
    await again.page.goto('/todolist');
    await bellOf(again.page).click();
    await row(again.page).click();
    await again.page.waitForURL(/\/tickets\//);
  });

  check('sounds as loud as the top bar says, and not for what is on the screen', async (fixture) => {
    const { phone, uuid } = await customer(fixture, { name: 'Som Alto', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    await page.addInitScript(recordSounds);
    await page.goto('/todolist');
    expect(await page.evaluate(() => localStorage.getItem('volume'))).toBeNull();
    const slider = page.getByRole('slider', { name: 'Volume das notificações' });
    const opener = page.getByRole('button', { name: 'Volume das notificações' });
    await opener.click();
    expect(await slider.evaluate((one: HTMLInputElement) => [one.min, one.max, one.step, one.value])).toEqual(
      ['0', '1', '0.1', '1'],
    );
    await slider.press('ArrowLeft');
    await slider.press('ArrowLeft');
    await until('a stored volume', () => page.evaluate(() => localStorage.getItem('volume') === '0.8'));
    const reload = async () => {
      const isReady = page
        .waitForEvent('websocket')
        .then((socket) =>
          socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"ready"')),
        );
      await page.reload();
      await page.locator('[data-island="notification-bell"][data-alive]').waitFor();
      await isReady;
    };
    await reload();
    await phone.send(fixture.owner, { text: 'um' });
    await until('a sound', async () => (await notesOf(page)).length === 1);
    expect(await notesOf(page)).toEqual([0.8]);
    await page.goto(`/tickets/${uuid}`);
    await page.locator('[data-island="notification-bell"][data-alive]').waitFor();
    await phone.send(fixture.owner, { text: 'na tela' });
    await page.locator('[data-message]').filter({ hasText: 'na tela' }).waitFor();
    await until('read at once', async () => (await page.locator('[data-unread]').count()) === 0);
    expect(await notesOf(page)).toEqual([]);
    await page.goto('/todolist');
    await opener.click();
    await holds(slider, '0.8');
    await slider.press('Home');
    await until('silence', () => page.evaluate(() => localStorage.getItem('volume') === '0'));
    await reload();
    const readout = () =>
      page.evaluate(() =>
        JSON.stringify(Object.entries(localStorage).filter(([key]) => key.startsWith('notified:'))),
      );
    const before = await readout();
    await phone.send(fixture.owner, { text: 'dois' });
    await until('the second message', async () => (await readout()) !== before);
    expect(await notesOf(page)).toEqual([]);
  });

  check('explains what a permission is for, and asks for it once', async (fixture) => {
    const { page } = await fixture.signIn('rui');
    await page.addInitScript(neverAsked);
    const ask = page.locator('[data-ask-permission]');
    const asked = () => page.evaluate(() => localStorage.getItem('test-asked'));
    await page.goto('/todolist');
    await bellOf(page).click();
    await ask.getByText('Quer receber notificações fora desta aba?').waitFor();
    expect(await findings(page, 'the question')).toEqual([]);
    expect(await asked()).toBeNull();
    await ask.getByRole('button', { name: 'Ativar notificações' }).click();
    await counts(ask, 0);
    expect(await asked()).toBe('1');
    await page.reload();
    await bellOf(page).click();
    await page.locator('#notifications').getByText('Notificações').first().waitFor();
    await counts(ask, 0);
    expect(await asked()).toBe('1');
  });

  check('the settings are each person’s own, and outlive a reload', async (fixture) => {
    const { page } = await fixture.signIn('ana');
    const open = async () => {
      await bellOf(page).click();
      await page.getByRole('button', { name: 'Configurar notificações' }).click();
      await page.locator('#notification-settings[open]').waitFor();
    };
    const sound = page.locator('#switch-sound');
    await page.goto('/todolist');
    await open();
    expect(await sound.isChecked()).toBe(true);
    const isSaved = page.waitForResponse('**/api/me/preferences');
    await sound.click();
    expect((await isSaved).status()).toBe(200);
    await page.getByRole('button', { name: 'Enviar notificação de teste' }).click();
    await workspaceOf(page).toast('Ligue primeiro as notificações com o sistema fechado.').waitFor();
    await page.reload();
    await open();
    await until('as it was left', async () => !(await sound.isChecked()));
    await page.setViewportSize({ width: 360, height: 740 });
    const slider = page
      .locator('#notification-settings')
      .getByRole('slider', { name: 'Volume das notificações' });
    await slider.press('ArrowLeft');
    expect(await page.evaluate(() => localStorage.getItem('volume'))).toBe('0.9');
    expect(await page.locator('[data-field="volume"] input').inputValue()).toBe('0.9');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    const other = await fixture.signIn('bia');
    await other.page.goto('/todolist');
    await bellOf(other.page).click();
    await other.page.getByRole('button', { name: 'Configurar notificações' }).click();
    await reads(other.page.locator('#notification-settings h2'), 'Configurar notificações');
    expect(await other.page.locator('#switch-sound').isChecked()).toBe(true);
  });

  check('its card leaves the top bar free, with many customers in a low window', async (fixture) => {
    for (const name of ['Um Lá', 'Dois Lá', 'Três Lá', 'Quatro Lá'])
      await customer(fixture, { name, of: 'bia' });
    const { page } = await fixture.signIn('bia', { viewport: { width: 1440, height: 300 } });
    await page.goto('/tickets');
    await bellOf(page).click();
    await listOf(page).getByText('Quatro Lá').waitFor();
    const bell = await bellOf(page).boundingBox();
    const card = await page.locator('#notifications').boundingBox();
    if (!bell || !card) throw new Error('the bell has no card');
    expect(card.y).toBeGreaterThanOrEqual(bell.y + bell.height);
    expect(card.y + card.height).toBeLessThanOrEqual(300);
  });
});
