import { expect } from 'bun:test';
import { messages, tickets } from '@db/tenant/schema/index.ts';
import { and, eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { type Customer, customer } from './support/customers.ts';
import { slowLine, withoutPrefetch } from './support/slow-line.ts';
import { hasFocus, isAlive, workspaceOf } from './support/workspace.ts';
import { browserTests, type Fixture, until } from './support.ts';

const SLOW_MS = 1500;

const cover = (page: Page) => page.locator('#workspace-opening');
const nameIn = (page: Page) => cover(page).locator('[data-opening-name]');

async function textsTo(fixture: Fixture, { ticketId }: Customer): Promise<string[]> {
  const scope = await fixture.scope();
  const sent = await scope.db.query.messages.findMany({
    where: and(eq(messages.ticketId, ticketId), eq(messages.fromMe, true)),
  });
  return sent.map(({ body }) => body.split('\n').at(-1) ?? '');
}

async function statusOf(fixture: Fixture, { ticketId }: Customer): Promise<string | undefined> {
  const scope = await fixture.scope();
  return (await scope.db.query.tickets.findFirst({ where: eq(tickets.id, ticketId) }))?.status;
}

async function openFirst(page: Page, first: string): Promise<ReturnType<typeof workspaceOf>> {
  const workspace = workspaceOf(page);
  await page.goto('/tickets');
  await workspace.open(first);
  await isAlive(page, 'composer');
  return workspace;
}

browserTests('opening a conversation', { line: true }, (check) => {
  check('62 a click leads into the composer, and letters typed at once change no ticket', async (fixture) => {
    const camila = await customer(fixture, { name: 'Camila Um', of: 'ana' });
    const joao = await customer(fixture, { name: 'João Um', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    const workspace = await openFirst(page, 'Camila Um');
    await hasFocus(workspace.field);
    await workspace.row('João Um').locator('[data-open]').click();
    await page.keyboard.type('aeds bom dia, segue o link');
    await until(
      'the words',
      async () => (await workspace.field.inputValue()) === 'aeds bom dia, segue o link',
    );
    await page.keyboard.press('Enter');
    await joao.phone.waitFor(({ text }) => text.includes('segue o link'));
    expect([await statusOf(fixture, camila), await statusOf(fixture, joao)]).toEqual(['open', 'open']);
    expect(await textsTo(fixture, camila)).toEqual([]);
  });

  check('61–64 on a slow line all belongs to the clicked ticket from the click on', async (fixture) => {
    const camila = await customer(fixture, { name: 'Camila Dois', of: 'ana' });
    const joao = await customer(fixture, { name: 'João Dois', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    await withoutPrefetch(page);
    const workspace = await openFirst(page, 'Camila Dois');
    await workspace.field.fill('rascunho da Camila');
    await slowLine(page, SLOW_MS);
    const typed = Promise.withResolvers<void>();
    await page.route(`**/tickets/${joao.uuid}`, async (route) => {
      await typed.promise;
      await route.fallback();
    });
    await workspace.row('João Dois').locator('[data-open]').click();
    expect(await nameIn(page).textContent()).toBe('João Dois');
    expect(await page.locator('#workspace-pane').evaluate((pane: HTMLElement) => pane.inert)).toBe(true);
    await hasFocus(cover(page).locator('textarea'));
    await page.keyboard.type('é para o João');
    await page.keyboard.press('Enter');
    await page.keyboard.type('e mais isto');
    expect(await cover(page).isVisible()).toBe(true);
    typed.resolve();
    await workspace.field.waitFor();
    await cover(page).waitFor({ state: 'hidden' });
    expect(await workspace.field.inputValue()).toBe('e mais isto');
    await hasFocus(workspace.field);
    await page.keyboard.type(', já');
    await page.keyboard.press('Enter');
    await joao.phone.waitFor(({ text }) => text.includes('e mais isto, já'));
    expect(await textsTo(fixture, joao)).toEqual(['é para o João', 'e mais isto, já']);
    expect(await textsTo(fixture, camila)).toEqual([]);
    await workspace.row('Camila Dois').getByText('rascunho da Camila').waitFor();
  });

  check('61 what was typed for a conversation that did not come waits for it', async (fixture) => {
    const camila = await customer(fixture, { name: 'Camila Três', of: 'ana' });
    const joao = await customer(fixture, { name: 'João Três', of: 'ana' });
    const visitor = await fixture.signIn('ana');
    const { page } = visitor;
    visitor.expectProblems(/ERR_FAILED|Failed to fetch/);
    await withoutPrefetch(page);
    const workspace = await openFirst(page, 'Camila Três');
    const wanted = Promise.withResolvers<void>();
    await page.route(`**/tickets/${joao.uuid}`, async (route) => {
      await wanted.promise;
      await route.abort();
    });
    await workspace.row('João Três').locator('[data-open]').click();
    await page.keyboard.type('para o João');
    expect(await nameIn(page).textContent()).toBe('João Três');
    wanted.resolve();
    await page.locator('#workspace-pane [data-state="offline"]').waitFor();
    expect([await cover(page).isVisible(), await workspace.pane.count()]).toEqual([false, 0]);
    await workspace.row('João Três').getByText('para o João').waitFor();
    await page.unrouteAll();
    await workspace.row('Camila Três').locator('[data-open]').click();
    await workspace.write('para a Camila');
    await camila.phone.waitFor(({ text }) => text.includes('para a Camila'));
    await workspace.row('João Três').locator('[data-open]').click();
    await until('the words', async () => (await workspace.field.inputValue()) === 'para o João');
    expect(await textsTo(fixture, joao)).toEqual([]);
  });

  check('61 going back to the former conversation while the other loads', async (fixture) => {
    const text = 'linha\n'.repeat(80);
    const camila = await customer(fixture, { name: 'Camila Quatro', text, of: 'ana' });
    const joao = await customer(fixture, { name: 'João Quatro', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    await withoutPrefetch(page);
    const workspace = await openFirst(page, 'Camila Quatro');
    const log = workspace.pane.getByRole('log');
    const place = await log.evaluate((box) => {
      box.scrollTop -= 200;
      return box.scrollTop;
    });
    expect(place).toBeLessThan(-100);
    await slowLine(page, 400);
    await workspace.row('João Quatro').locator('[data-open]').click();
    const asked = page.waitForResponse((reply) => reply.url().endsWith(joao.uuid));
    await workspace.row('Camila Quatro').locator('[data-open]').click();
    await asked;
    await hasFocus(workspace.field);
    expect(await log.evaluate((box) => box.scrollTop)).toBe(place);
    await page.keyboard.type('sou da Camila');
    await page.keyboard.press('Enter');
    await camila.phone.waitFor(({ text }) => text.includes('sou da Camila'));
    expect(await workspace.pane.getAttribute('data-pane')).toBe(camila.uuid);
    expect(page.url()).toContain(camila.uuid);
  });

  check('a conversation is styled once: no class of its pane changes around it', async (fixture) => {
    await customer(fixture, { name: 'Camila Nove', of: 'ana' });
    await customer(fixture, { name: 'João Nove', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    const workspace = await openFirst(page, 'Camila Nove');
    const pane = page.locator('#workspace-pane');
    await pane.evaluate((element) =>
      new MutationObserver((changes) => {
        const seen = changes.map(({ oldValue }) => /htmx-(?:request|settling)/.exec(oldValue ?? '')?.[0]);
        element.setAttribute('data-seen', [element.dataset.seen, ...seen].filter(Boolean).join(' '));
      }).observe(element, { attributeFilter: ['class'], attributeOldValue: true }),
    );
    await workspace.row('João Nove').locator('[data-open]').click();
    await hasFocus(workspace.field);
    await page.locator('.htmx-request').waitFor({ state: 'detached' });
    expect(await pane.getAttribute('data-seen')).toBe('');
  });

  check(
    'files that wait are named in the list, and the browser asks before the page with them is left',
    async (fixture) => {
      await customer(fixture, { name: 'Camila Dez', of: 'ana' });
      await customer(fixture, { name: 'João Dez', of: 'ana' });
      const { page } = await fixture.signIn('ana');
      const workspace = await openFirst(page, 'Camila Dez');
      await workspace.attach({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('nota') });
      await workspace.row('João Dez').locator('[data-open]').click();
      await hasFocus(workspace.field);
      await workspace.row('Camila Dez').getByText('Rascunho: nota.txt').waitFor();
      const asked = page.waitForEvent('dialog');
      const gone = page.reload();
      const question = await asked;
      expect(question.type()).toBe('beforeunload');
      await question.accept();
      await gone;
    },
  );

  check('62 an Enter in the moment the composer is hydrated sends what was typed before', async (fixture) => {
    await customer(fixture, { name: 'Camila Oito', of: 'ana' });
    const joao = await customer(fixture, { name: 'João Oito', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    await withoutPrefetch(page);
    const workspace = await openFirst(page, 'Camila Oito');
    await page.evaluate(() => {
      const pressed = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
      new MutationObserver((changes) => {
        const composer = changes
          .map(({ target }) => target as HTMLElement)
          .find((one) => one.dataset.island === 'composer');
        composer?.querySelector('textarea')?.dispatchEvent(pressed);
      }).observe(document.body, { subtree: true, attributeFilter: ['data-alive'] });
    });
    const wanted = Promise.withResolvers<void>();
    await page.route(`**/tickets/${joao.uuid}`, async (route) => {
      await wanted.promise;
      await route.continue();
    });
    await workspace.row('João Oito').locator('[data-open]').click();
    await page.keyboard.type('cheguei cedo');
    wanted.resolve();
    await until('the text', () => joao.phone.received.some(({ text }) => text.includes('cheguei cedo')));
    expect(await workspace.field.inputValue()).toBe('');
  });
});
