import { expect } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { customer, leadTo } from './support/customers.ts';
import { picture } from './support/files.ts';
import { counts, isAlive, reads, workspaceOf } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const boxOf = async (locator: Locator) => {
  const { x, y, width, height } = (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { left: x, top: y, right: x + width, bottom: y + height, width, height };
};

async function swipe(element: Locator, by: number): Promise<void> {
  await element.evaluate((target, moved) => {
    const touch = (type: string, xs: number[]) =>
      target.dispatchEvent(
        new TouchEvent(type, {
          touches: xs.map((clientX) => new Touch({ identifier: 1, target, clientX, clientY: 300 })),
          bubbles: true,
          cancelable: true,
        }),
      );
    touch('touchstart', [180]);
    touch('touchmove', [180 + moved / 2]);
    touch('touchmove', [180 + moved]);
    touch('touchend', []);
  }, by);
}

async function dragFile(page: Page, type: 'dragover' | 'dragleave'): Promise<void> {
  await page.locator('[data-pane] [role="log"]').evaluate((log, kind) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'a.txt'));
    log.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }));
  }, type);
}

browserTests('nothing is covered', { line: true }, (check) => {
  check('a notice on a phone lies between the newest bubble and the field', async (fixture) => {
    await customer(fixture, { name: 'Toni Aceito', text: 'Cadê meu pedido?' });
    const { page } = await fixture.signIn('ana', PHONE);
    const workspace = workspaceOf(page);
    await page.goto('/tickets?status=pending');
    await isAlive(page, 'ticket-list');
    await workspace.accept('Toni Aceito');
    const card = page.locator('.toast-card');
    await card.waitFor();
    await isAlive(page, 'composer');
    await until('a notice between both', async () => {
      const [notice, bubble, form] = await Promise.all([
        boxOf(card),
        boxOf(workspace.bubble('Cadê meu pedido?')),
        boxOf(page.locator('.composer')),
      ]);
      return notice.top >= bubble.bottom && notice.bottom <= form.top && notice.height <= 48;
    });
    expect((await boxOf(card.locator('.toast-undo'))).height).toBeGreaterThanOrEqual(44);
    await workspace.field.fill('uma\nduas\ntrês');
    await until('a notice above the taller field', async () => {
      const [notice, form] = await Promise.all([boxOf(card), boxOf(page.locator('.composer'))]);
      return form.height > 100 && notice.bottom <= form.top;
    });
  });

  check('a notice beside the conversation; undone, the ticket is open again', async (fixture) => {
    const { uuid } = await customer(fixture, { name: 'Vera Volta', of: 'ana' });
    const { page } = await fixture.signIn('ana', { viewport: { width: 768, height: 1024 } });
    const workspace = workspaceOf(page);
    await page.goto(`/tickets/${uuid}`);
    await isAlive(page, 'composer');
    const pane = await boxOf(workspace.pane);
    await workspace.action('resolve').click();
    const card = page.locator('.toast-card');
    await card.waitFor();
    expect((await boxOf(card)).right).toBeLessThanOrEqual(pane.left);
    await workspace.pane.waitFor({ state: 'detached' });
    await card.getByRole('button', { name: 'Desfazer' }).click();
    await workspace.field.waitFor();
    expect(page.url()).toContain(uuid);
  });

  check(
    'the phone’s tools move the bubbles up; Resolver is no tick; the tab says Conversa',
    async (fixture) => {
      const { uuid } = await customer(fixture, { name: 'Fábio Ferramenta', of: 'ana' });
      const { page } = await fixture.signIn('ana', PHONE);
      const workspace = workspaceOf(page);
      await page.goto(`/tickets/${uuid}`);
      await workspace.write('segue');
      const bubble = workspace.bubble('segue');
      await workspace.ticks(bubble, 2, 3, 4).waitFor();
      await workspace.pane.locator('[aria-controls="composer-tools"]').tap();
      const tools = page.locator('#composer-tools');
      await tools.waitFor();
      await until(
        'tools below the bubble',
        async () => (await boxOf(bubble)).bottom <= (await boxOf(tools)).top,
      );
      const drawing = (icon: Locator) => icon.locator('svg').first().innerHTML();
      expect(await drawing(workspace.action('resolve'))).not.toBe(
        await drawing(bubble.locator('[data-ack]')),
      );
      await page.getByRole('button', { name: 'Voltar à lista' }).tap();
      await page.getByRole('button', { name: 'Conversa', exact: true }).waitFor();
    },
  );

  check('on a phone a picture has the whole width and is swiped', async (fixture) => {
    const { phone, uuid } = await customer(fixture, { name: 'Lia Retrato', of: 'ana' });
    const { page } = await fixture.signIn('ana', PHONE);
    const workspace = workspaceOf(page);
    await page.goto(`/tickets/${uuid}`);
    for (const caption of ['primeira', 'segunda'])
      await phone.send(fixture.owner, { image: (await picture('f.jpg', 'white')).buffer, caption });
    await workspace.bubble('segunda').locator('[data-image]').tap();
    const shown = page.locator('dialog[data-viewer] [data-picture] img');
    const isShown = (alt: string) => until(alt, async () => (await shown.getAttribute('alt')) === alt);
    await isShown('segunda');
    expect((await boxOf(shown)).width).toBe(360);
    await swipe(shown, 120);
    await isShown('primeira');
    await swipe(shown, -120);
    await isShown('segunda');
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.activeElement as Element);
      return { backgroundColor, color };
    });
    expect(focused.backgroundColor).not.toBe(focused.color);
  });

  check(
    'clock and ticks stand out on a white photo; a drop zone as large as the conversation',
    async (fixture) => {
      const { phone, uuid } = await customer(fixture, { name: 'Bruna Branca', of: 'ana' });
      const { page } = await fixture.signIn('ana');
      const workspace = workspaceOf(page);
      await page.goto(`/tickets/${uuid}`);
      await isAlive(page, 'composer');
      await workspace.attach(await picture('branca.jpg', 'white'));
      await page.locator('[data-attachment]').waitFor();
      await workspace.pane.getByRole('button', { name: 'Enviar', exact: true }).click();
      await until('the photo', () => phone.received.length > 0);
      const meta = workspace.pane.locator('[data-message] .meta-over').last();
      await meta.locator('[data-ack]').waitFor();
      const looks = await meta.evaluate((element) => {
        const ticks = element.querySelector('[data-ack]') as Element;
        ticks.setAttribute('data-ack', '4');
        const blue = getComputedStyle(ticks).color;
        ticks.setAttribute('data-ack', '2');
        return [getComputedStyle(element).backgroundColor, blue, getComputedStyle(ticks).color];
      });
      expect(looks).toEqual(['rgba(0, 0, 0, 0.72)', 'rgb(83, 189, 235)', 'rgb(255, 255, 255)']);

      await dragFile(page, 'dragover');
      const zone = page.locator('.write-drop');
      await zone.waitFor();
      const [area, log] = [await boxOf(zone), await boxOf(workspace.pane.locator('[role="log"]'))];
      expect(area.height).toBeGreaterThan(log.height * 0.9);
      expect(area.width).toBeGreaterThan(log.width * 0.9);
      await dragFile(page, 'dragleave');
      await counts(zone, 0);
    },
  );

  check(
    'details and search replace each other at the right edge; the header shows who looks',
    async (fixture) => {
      await leadTo(fixture, 'Suporte');
      const { uuid } = await customer(fixture, { name: 'Dora Direita', of: 'rui' });
      const [ana, rui] = [await fixture.signIn('ana'), await fixture.signIn('rui')];
      const { page } = rui;
      const workspace = workspaceOf(page);
      await page.goto(`/tickets/${uuid}`);
      await isAlive(page, 'conversation');
      const toggle = page.locator('#ticket-header header [data-drawer-toggle]').first();
      const drawer = page.locator('#contact-drawer');
      const panel = page.locator('[data-search-panel]');
      await toggle.click();
      await drawer.waitFor();
      await page.locator('#ticket-header header > [data-conversation-search]').click();
      await panel.waitFor();
      await drawer.waitFor({ state: 'hidden' });
      await toggle.click();
      await drawer.waitFor();
      await counts(panel, 0);

      await ana.page.goto(`/tickets/${uuid}`);
      const people = page.locator('[data-ticket-people]');
      await reads(people, 'Ana está vendo');
      const [named, log] = [await boxOf(people), await boxOf(workspace.pane.locator('[role="log"]'))];
      expect(named.height).toBeGreaterThan(0);
      expect(named.bottom).toBeLessThanOrEqual(log.top);
    },
  );

  check(
    'one day is named once while scrolling; counts have one colour; the sound popover has a title',
    async (fixture) => {
      const { phone, uuid } = await customer(fixture, { name: 'Cora Cores', of: 'ana' });
      const { page } = await fixture.signIn('ana');
      const workspace = workspaceOf(page);
      await page.goto(`/tickets/${uuid}`);
      await isAlive(page, 'conversation');
      const chips = () =>
        workspace.pane.locator('[role="log"]').evaluate((log) => {
          const shown = () =>
            [...log.querySelectorAll('.chip-day')].filter(
              (chip) => getComputedStyle(chip.parentElement as Element).opacity === '1',
            ).length;
          delete (log as HTMLElement).dataset.scrolling;
          for (const one of log.getAnimations({ subtree: true })) one.finish();
          const still = shown();
          (log as HTMLElement).dataset.scrolling = '';
          return [still, shown()];
        });
      expect(await chips()).toEqual([1, 1]);

      await page.goto('/tickets');
      await phone.send(fixture.owner, { text: 'alô?' });
      const row = workspace.row('Cora Cores').locator('.count-badge');
      await row.waitFor();
      const bell = page.locator('[data-island="notification-bell"]');
      await page.locator('[data-island="notification-bell"][data-alive]').waitFor();
      await bell.locator('.badge').first().waitFor();
      await bell.getByRole('button').first().click();
      const counted = bell.locator('.badge');
      await until('counts at the bell and in it', async () => (await counted.count()) >= 2);
      const colors = await Promise.all(
        [row, counted.first(), counted.last()].map((one) =>
          one.evaluate((badge) => getComputedStyle(badge).backgroundColor),
        ),
      );
      expect(new Set(colors).size).toBe(1);
      await page.keyboard.press('Escape');
      await page.locator('[popovertarget="volume-slider"]').click();
      await page.locator('#volume-slider').getByText('Volume das notificações').waitFor();
    },
  );

  check('the count of a waiting row does not touch Aceitar and is not cut on hover', async (fixture) => {
    await customer(fixture, { name: 'Gil Contado' });
    for (const [width, mobile] of [
      [1440, false],
      [768, false],
      [360, true],
    ] as const) {
      const looks = mobile ? PHONE : { viewport: { width, height: 900 } };
      const { page, close } = await fixture.signIn('ana', looks);
      const row = workspaceOf(page).row('Gil Contado');
      await page.goto('/tickets?status=pending');
      await isAlive(page, 'ticket-list');
      const [count, accept, whole, facts] = await Promise.all([
        boxOf(row.locator('.count-badge')),
        boxOf(row.locator('.btn-accept')),
        boxOf(row),
        boxOf(row.locator('.row-facts')),
      ]);
      const border = await row.locator('.btn-accept').evaluate((button) => {
        const { top, bottom } = getComputedStyle(button, '::before');
        return [Number.parseFloat(top) || 0, Number.parseFloat(bottom) || 0];
      });
      const top = accept.top + (border[0] ?? 0);
      const isApart = count.right <= accept.left - 2 || count.bottom <= top - 2;
      expect([width, isApart, facts.height]).toEqual([width, true, 18]);
      expect(accept.bottom - (border[1] ?? 0)).toBeLessThan(whole.bottom);
      if (width === 1440) {
        await row.hover();
        await until('no half-covered count', () =>
          row.locator('.count-badge').evaluate((badge) => getComputedStyle(badge).visibility === 'hidden'),
        );
      }
      // The next session ends this one, and a page still open would be refused.
      await close();
    }
  });

  check('4 the names of three tabs are whole', async (fixture) => {
    const { page } = await fixture.signIn('ana', { viewport: { width: 1440, height: 780 } });
    await page.goto('/tickets');
    await workspaceOf(page).tab('closed-tab');
    const names = page.locator('.segments .truncate');
    await counts(names, 3);
    expect(await names.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth))).toEqual(
      [],
    );
  });
});
