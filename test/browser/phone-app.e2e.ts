import { expect } from 'bun:test';
import { tags } from '@db/tenant/schema/index.ts';
import type { Locator } from 'playwright-core';
import { createTag } from '@/modules/tags/tags.service.ts';
import { syncTicketTags } from '@/modules/tickets/work/ticket-tags.service.ts';
import { customer, scopeOf } from './support/customers.ts';
import { picture } from './support/files.ts';
import { PASSWORD } from './support/people.ts';
import { isAlive, workspaceOf } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

async function pull(row: Locator, by: number): Promise<void> {
  const box = await row.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 180, (box?.y ?? 0) + 36];
  await row.evaluate(
    (element, { from, to, at }) => {
      const dispatchTouch = (type: string, points: number[]) => {
        const touches = points.map(
          (clientX) => new Touch({ identifier: 1, target: element, clientX, clientY: at }),
        );
        element.dispatchEvent(new TouchEvent(type, { touches, bubbles: true, cancelable: true }));
      };
      dispatchTouch('touchstart', [from]);
      dispatchTouch('touchmove', [(from + to) / 2]);
      dispatchTouch('touchmove', [to]);
      dispatchTouch('touchend', []);
    },
    { from: x, to: x + by, at: y },
  );
}

browserTests('the desk as an app', { line: true, isWhole: true }, (check) => {
  check(
    '39 pulled to the right a waiting row is accepted, to the left it opens its menu',
    async (fixture) => {
      await customer(fixture, { name: 'Sara Puxada' });
      const { page } = await fixture.signIn('ana', PHONE);
      const workspace = workspaceOf(page);
      await page.goto('/tickets?status=pending');
      await isAlive(page, 'ticket-list');
      await page.waitForLoadState('networkidle');
      await pull(workspace.row('Sara Puxada'), -110);
      const menu = page.locator('#row-menu');
      await menu.waitFor();
      await until('a sheet', async () => {
        const box = await menu.boundingBox();
        return box?.x === 0 && box.width === 360 && Math.round(box.y + box.height) === 740;
      });
      await page.goBack();
      await menu.waitFor({ state: 'hidden' });
      await pull(workspace.row('Sara Puxada'), 60);
      expect(await workspace.row('Sara Puxada').isVisible()).toBe(true);
      await pull(workspace.row('Sara Puxada'), 110);
      await workspace.field.waitFor();
      expect((await workspace.pane.boundingBox())?.height).toBe(740);
      await page.locator('[popovertarget="ticket-menu"]').tap();
      await page.locator('#ticket-menu [data-ticket-action="return"]').tap();
      await workspace.pane.waitFor({ state: 'detached' });
    },
  );

  check('a pinned ticket stays on top of the list, after a reload and in another tab', async (fixture) => {
    for (const name of ['Primeira Fixa', 'Segunda Fixa', 'Terceira Fixa'])
      await customer(fixture, { name, of: 'ana' });
    const { page, context } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await page.goto('/tickets');
    await isAlive(page, 'ticket-list');
    await workspace.row('Primeira Fixa').hover();
    await workspace.row('Primeira Fixa').locator('[data-row-menu]').click();
    await page.locator('[data-menu="pin"]').click();
    const first = page.locator('[data-scroller] li[aria-posinset="1"]');
    await first.filter({ hasText: 'Primeira Fixa' }).waitFor();
    await page.reload();
    await first.filter({ hasText: 'Primeira Fixa' }).getByRole('img', { name: 'Fixado' }).waitFor();

    const other = await context.newPage();
    await other.goto('/tickets');
    await isAlive(other, 'ticket-list');
    await other.locator('#more-views').waitFor({ state: 'attached' });
    await isAlive(page, 'ticket-list');
    const choose = async (item: 'pin' | 'unpin', name: string) => {
      await workspace.row(name).hover();
      await workspace.row(name).locator('[data-row-menu]').click();
      await page.locator(`[data-menu="${item}"]`).click();
    };
    const firstThere = other.locator('[data-scroller] li[aria-posinset="1"]');
    await choose('pin', 'Segunda Fixa');
    await firstThere.filter({ hasText: 'Segunda Fixa' }).getByRole('img', { name: 'Fixado' }).waitFor();
    await choose('unpin', 'Primeira Fixa');
    await until('one mark', async () => (await other.getByRole('img', { name: 'Fixado' }).count()) === 1);
  });

  check(
    'a row keeps its hour apart from what a finger presses; large titles fold into the bar',
    async (fixture) => {
      await customer(fixture, { name: 'Hora Marcada' });
      const { page } = await fixture.signIn('ana', PHONE);
      await page.goto('/tickets?status=pending');
      const row = workspaceOf(page).row('Hora Marcada');
      const accept = row.locator('[data-action="accept"]');
      const [hour, target] = [await row.locator('time').boundingBox(), await accept.boundingBox()];
      const rendered = await accept.evaluate((one) =>
        Number.parseFloat(getComputedStyle(one, '::before').top),
      );
      expect(target?.height).toBeGreaterThanOrEqual(44);
      expect((target?.y ?? 0) + rendered - (hour?.y ?? 999) - (hour?.height ?? 0)).toBeGreaterThanOrEqual(2);
      const content = await row.getByText('Bom dia!').boundingBox();
      expect((target?.y ?? 0) + rendered).toBeGreaterThanOrEqual(
        (content?.y ?? 999) + (content?.height ?? 0) - 2,
      );

      const scope = await fixture.scope();
      await scope.write(async (tx) => {
        for (let n = 0; n < 20; n += 1)
          await tx.db.insert(tags).values({ name: `Tag ${n}`, searchName: `tag ${n}`, color: '#1F7A1F' });
      });
      await page.goto('/tags');
      await page.waitForLoadState('networkidle');
      const title = page.getByRole('heading', { name: 'Tags' });
      expect(await title.evaluate((one) => getComputedStyle(one).fontSize)).toBe('28px');
      const subtitle = page.locator('.bar-title > :last-child');
      const shines = (much: string) =>
        until('the words in the bar', () =>
          subtitle.evaluate((one, wanted) => getComputedStyle(one).opacity === wanted, much),
        );
      expect(await subtitle.textContent()).toBe('Tags');
      await shines('0');
      await page.evaluate(() => scrollTo(0, 400));
      await shines('1');
      await page.evaluate(() => scrollTo(0, 0));
      await shines('0');
    },
  );

  check('from 768 px list and conversation stand side by side', async (fixture) => {
    const { uuid, ticketId } = await customer(fixture, { name: 'Lado Alado', of: 'ana' });
    const ana = await scopeOf(fixture, 'ana');
    const long = [];
    for (const name of ['Cliente antigo', 'Aguarda orçamento', 'Segunda via de boleto'])
      long.push(await createTag(ana, { name, color: '#1f7a1f', kanban: false }));
    await syncTicketTags(ana, { ticketId, tags: long.map(({ id }) => ({ id })) });
    const { page } = await fixture.signIn('ana', { viewport: { width: 768, height: 1024 } });
    const workspace = workspaceOf(page);
    await page.goto(`/tickets/${uuid}`);
    const [list, pane] = [
      await workspace.row('Lado Alado').boundingBox(),
      await workspace.pane.boundingBox(),
    ];
    expect((list?.x ?? 0) + (list?.width ?? 999)).toBeLessThanOrEqual(pane?.x ?? 0);
    const shown = await workspace
      .row('Lado Alado')
      .locator('.row-facts')
      .evaluate((facts) => {
        const { bottom } = facts.getBoundingClientRect();
        const content = [...facts.querySelectorAll('.row-fact > .truncate')];
        return content.map((fact) => fact.getBoundingClientRect()).filter(({ top }) => top < bottom);
      });
    const marks = await workspace
      .row('Lado Alado')
      .locator('.row-facts')
      .evaluate((facts) => {
        const { bottom } = facts.getBoundingClientRect();
        const icons = [...facts.querySelectorAll('.row-fact > :first-child')];
        return icons.filter((one) => one.getBoundingClientRect().top < bottom).length;
      });
    expect(marks).toBe(shown.length);
    expect([shown.length > 1, shown.length < 4]).toEqual([true, true]);
    for (const { width } of shown) expect(width).toBeGreaterThanOrEqual(40);
    expect(pane?.width).toBeGreaterThanOrEqual(380);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(768);
    await page.setViewportSize({ width: 1440, height: 900 });
    await isAlive(page, 'composer');
    await workspace.pane.locator('[data-drawer-toggle]').first().click();
    await page.locator('#contact-drawer').waitFor();
    const field = await workspace.field.boundingBox();
    expect(field?.height).toBeLessThanOrEqual(41);
    expect(field?.width).toBeGreaterThanOrEqual(300);
    expect(await page.locator('#ticket-header [data-drawer-toggle] .chip').count()).toBe(0);
  });

  check(
    'an answer in a notification is offered for sending again to its own customer, if it did not arrive',
    async (fixture) => {
      const noemi = await customer(fixture, { name: 'Noemi Prado', of: 'ana' });
      const other = await customer(fixture, { name: 'Olavo Prado', of: 'ana' });
      const { page, context } = await fixture.signIn('ana', PHONE);
      await context.grantPermissions(['notifications']);
      await page.goto('/tickets');
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      const worker = await until('the worker', () => context.serviceWorkers()[0]);
      const answer = ({ uuid, ticketId }: typeof noemi, text: string, arrives: boolean) =>
        worker.evaluate(
          async ([data, words, isPosted]) => {
            const scope = self as unknown as {
              answer(data: unknown, words: string): Promise<void>;
              registration: ServiceWorkerRegistration;
            };
            const real = self.fetch;
            self.fetch = Object.assign(async (...request: Parameters<typeof fetch>) => {
              if (isPosted) await real(...request);
              throw new TypeError('no response');
            }, real);
            await scope.answer(data, words);
            self.fetch = real;
            const tag = `lost-${data.reply.ticketId}`;
            return String((await scope.registration.getNotifications({ tag })).at(-1)?.data.url);
          },
          [{ url: `/tickets/${uuid}`, reply: { ticketId, failed: 'Não enviado' } }, text, arrives] as const,
        );
      const isTaken = (uuid: string) =>
        page.evaluate(async (path) => {
          const keys = (await caches.has('shared')) ? await (await caches.open('shared')).keys() : [];
          return !keys.some(({ url }) => url.includes(path));
        }, `/shared/tickets/${uuid}/`);
      const openAgain = async (url: string, { uuid }: typeof noemi) => {
        const tab = await context.newPage();
        await tab.goto(url);
        await until('taken', () => isTaken(uuid));
        const words = await tab.locator('[data-island="composer"] textarea').inputValue();
        await tab.close();
        return words;
      };
      const arrived = await answer(noemi, 'chegou', true);
      await until('the answer', () => noemi.phone.received.some(({ text }) => text.includes('chegou')));
      expect(await openAgain(arrived, noemi)).toBe('');
      const lost = await answer(noemi, 'ficou', false);
      const lostToo = await answer(other, 'para Olavo', false);
      expect(await openAgain(lost, noemi)).toBe('ficou');
      expect(await openAgain(lostToo, other)).toBe('para Olavo');
      await page.goto(`/tickets/${noemi.uuid}`);
      await isAlive(page, 'composer');
      await page.evaluate(() => Object.assign(window, { isFormer: true }));
      const again = await answer(noemi, 'de novo', false);
      await worker.evaluate(
        (url) => (self as unknown as { open(url: string): Promise<unknown> }).open(url),
        again,
      );
      const isFormer = () => page.evaluate(() => 'isFormer' in window).catch(() => true);
      await until('loaded again', async () => !(await isFormer()));
      await until('taken', () => isTaken(noemi.uuid));
      expect(
        [noemi, other].flatMap(({ phone }) => phone.received).some(({ text }) => text.includes('ficou')),
      ).toBe(false);
    },
  );

  check(
    'what is shared waits for its sign-in, asks where to, and lies in the composer unsent',
    async (fixture) => {
      const { phone, uuid } = await customer(fixture, { name: 'Nina Foto', of: 'ana' });
      const { page, context } = await fixture.signIn('ana', PHONE);
      await page.goto('/todolist');
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await until('its care', () => page.evaluate(() => navigator.serviceWorker.controller !== null));
      const { buffer } = await picture('casa.jpg', 'teal');
      const before = phone.received.length;
      await context.clearCookies();
      await page.evaluate(
        (bytes) => {
          const form = Object.assign(document.createElement('form'), {
            method: 'post',
            action: '/share',
            enctype: 'multipart/form-data',
          });
          const text = Object.assign(document.createElement('input'), { name: 'text', value: 'Olhe a casa' });
          const file = Object.assign(document.createElement('input'), { name: 'files', type: 'file' });
          const held = new DataTransfer();
          held.items.add(new File([new Uint8Array(bytes)], 'casa.jpg', { type: 'image/jpeg' }));
          file.files = held.files;
          form.append(text, file);
          document.body.append(form);
          form.submit();
        },
        [...buffer],
      );
      await page.waitForURL('**/login');
      await page.getByLabel('E-mail').fill('ana@aurora.test');
      await page.locator('[name=password]').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/share');
      await page.locator('[data-shared-words]').getByText('casa.jpg').waitFor();
      await page.getByRole('link', { name: /Nina Foto/ }).tap();
      await page.locator('[data-attachment]').waitFor();
      expect(page.url()).toContain(uuid);
      expect(phone.received.length).toBe(before);
      await until('no copy left', () => page.evaluate(async () => !(await caches.has('shared'))));
    },
  );
});
