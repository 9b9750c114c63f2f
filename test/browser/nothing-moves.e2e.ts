import { expect } from 'bun:test';
import { linkPreviews, messages } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { customer } from './support/customers.ts';
import { picture, tone } from './support/files.ts';
import { fillTalk } from './support/fill.ts';
import { openInPieces } from './support/in-pieces.ts';
import { isStill, type Shift, shiftsIn, watchShifts } from './support/layout-shifts.ts';
import { mostStyled } from './support/styled.ts';
import { isAlive, workspaceOf } from './support/workspace.ts';
import { browserTests, type Fixture, until } from './support.ts';

/** Smaller than the shift when an hour in the list makes room for an age. */
const SEEN = 0.0001;

async function seenShifts(page: Page): Promise<Shift[]> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
  return (await shiftsIn(page)).filter(({ value }) => value > SEEN);
}

/**
 * Scrolls a little in each frame until the page that comes is passed. Returns the heights of empty blocks in view, and how far
 * a bubble strayed: while somebody scrolls a box that runs bottom-up, Chromium's own shifts count what nobody sees.
 */
async function disturbances(box: Element): Promise<number[]> {
  const view = box.getBoundingClientRect();
  const { scrollHeight: before } = box;
  const bubble = box.querySelector('[data-message]');
  const found: number[] = [];
  const look = () => {
    for (const block of box.querySelectorAll('[data-block]:empty')) {
      const { top, bottom, height } = block.getBoundingClientRect();
      if (bottom > view.top + 1 && top < view.bottom) found.push(height);
    }
  };
  const topOf = () => bubble?.getBoundingClientRect().top ?? 0;
  new MutationObserver(look).observe(box, { childList: true, subtree: true });
  let [former, scrolled] = [topOf(), box.scrollTop];
  for (let passed = 0; passed < 600; ) {
    await new Promise(requestAnimationFrame);
    if (box.scrollHeight > before) passed += 60;
    const strayed = topOf() - former - (scrolled - box.scrollTop);
    if (bubble?.isConnected && Math.abs(strayed) > 1) found.push(strayed);
    [former, scrolled] = [topOf(), box.scrollTop];
    box.scrollTop -= 60;
    look();
  }
  return found;
}

async function fullOfMedia(fixture: Fixture, name: string): Promise<{ uuid: string; ticketId: number }> {
  const { owner } = fixture;
  const { phone, uuid, ticketId } = await customer(fixture, { name, of: 'ana' });
  await fillTalk(await fixture.scope(), { ticketId, count: 30 });
  await phone.send(owner, { image: (await picture('f.jpg', '#2f855a')).buffer, caption: 'a fachada' });
  await phone.send(owner, { audio: tone(2), mimetype: 'audio/wav', ptt: true });
  const document = Buffer.alloc(2048, 1);
  await phone.send(owner, { document, mimetype: 'application/pdf', fileName: 'contrato.pdf' });
  await phone.send(owner, { text: 'veja https://loja.example/produto que bonito' });
  const scope = await fixture.scope();
  await until('everything here', async () => {
    const rows = await scope.db.query.messages.findMany({ where: eq(messages.ticketId, ticketId) });
    return rows.length >= 35 && rows.every(({ mediaState }) => mediaState !== 'pending');
  });
  await scope.write(async (tx) => {
    const url = 'https://loja.example/produto';
    const preview = { url, title: 'Produto', description: 'Um produto', fetchedAt: new Date() };
    await tx.db.insert(linkPreviews).values(preview).onConflictDoNothing();
    await tx.db
      .update(messages)
      .set({ linkUrl: url })
      .where(eq(messages.body, 'veja https://loja.example/produto que bonito'));
  });
  return { uuid, ticketId };
}

browserTests('what was painted', { line: true }, (check) => {
  check('does not move: a list and a conversation with pictures, cards, voice and files', async (fixture) => {
    const { uuid } = await fullOfMedia(fixture, 'Parada Firme');
    await fullOfMedia(fixture, 'Outra Parada');
    const { page } = await fixture.signIn('ana');
    await watchShifts(page);
    await page.goto(`/tickets/${uuid}`);
    await isAlive(page, 'conversation');
    await isAlive(page, 'composer');
    await page.locator('[data-waveform="real"]').waitFor();
    expect(await seenShifts(page)).toEqual([]);
    const workspace = workspaceOf(page);
    await workspace.open('Outra Parada');
    await page.locator('[data-waveform="real"]').waitFor();
    await workspace.field.fill('Boa tarde');
    expect(await seenShifts(page)).toEqual([]);
  });

  check('does not move: a page that is painted while it still comes', async (fixture) => {
    const { uuid, ticketId } = await customer(fixture, { name: 'Aos Poucos', of: 'ana' });
    await fillTalk(await fixture.scope(), { ticketId, count: 40 });
    const { page } = await fixture.signIn('ana');
    await watchShifts(page);
    await openInPieces(page, fixture.url, `/tickets/${uuid}`);
    expect(await workspaceOf(page).bubble('linha 40').isVisible()).toBe(true);
    expect(await page.locator('#account-menu').count()).toBe(1);
    expect(await seenShifts(page)).toEqual([]);
  });

  check(
    'does not move on a phone: pages of the menu that are painted while they still come',
    async (fixture) => {
      for (const path of ['/settings', '/contacts', '/queues', '/kanban', '/']) {
        const { page, expectProblems } = await fixture.signIn('ana', {
          viewport: { width: 360, height: 740 },
        });
        expectProblems(/preloaded using link preload/);
        await watchShifts(page);
        await openInPieces(page, fixture.url, path);
        const shifts = await seenShifts(page);
        expect({ path, shifts, isStill: isStill(shifts) }).toEqual({ path, shifts, isStill: true });
      }
    },
  );

  check(
    'is not styled anew with each row that comes, though it was painted while it came',
    async (fixture) => {
      await customer(fixture, { name: 'Linha Um', of: 'ana' });
      const { page } = await fixture.signIn('ana');
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 740 });
        await openInPieces(page, fixture.url, '/tickets');
        expect(await page.locator('body *').count()).toBeGreaterThan(400);
        const comes = () =>
          page
            .locator('.ticket-list > li')
            .first()
            .evaluate((row) => row.after(row.cloneNode(true)));
        expect(await mostStyled(page, comes)).toBeLessThan(120);
      }
    },
  );

  check('does not move, nor is it blank: older messages for a reader who waits for them', async (fixture) => {
    const { uuid, ticketId } = await customer(fixture, { name: 'Espera Antiga', of: 'ana' });
    await fillTalk(await fixture.scope(), { ticketId, count: 200 });
    const { page } = await fixture.signIn('ana');
    const mayLoad = Promise.withResolvers<void>();
    await page.route('**/messages/*before=*', async (route) => {
      await mayLoad.promise;
      await route.continue();
    });
    await page.goto(`/tickets/${uuid}`);
    await isAlive(page, 'conversation');
    const log = page.getByRole('log');
    await log.evaluate((box) => box.scrollTo({ top: -box.scrollHeight }));
    const seen = log.evaluate(disturbances);
    mayLoad.resolve();
    expect(await seen).toEqual([]);
  });

  check('is fetched beforehand, marks nothing as read, and is dropped by news', async (fixture) => {
    const { uuid, phone, ticketId } = await customer(fixture, { name: 'Antes Hora', text: 'Oi', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    const panes: string[] = [];
    const reads: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname === `/tickets/${uuid}`) panes.push(request.method());
      if (pathname.endsWith('/read')) reads.push(pathname);
    });
    await page.goto('/tickets?status=open');
    await isAlive(page, 'ticket-list');
    await workspace.row('Antes Hora').hover();
    await until('fetched beforehand', () => panes.length === 1);
    await phone.send(fixture.owner, { text: 'Ainda aí?' });
    await workspace.row('Antes Hora').getByText('Ainda aí?').waitFor();
    expect(reads).toEqual([]);
    const scope = await fixture.scope();
    const ticket = await scope.db.query.tickets.findFirst({ where: (t, { eq: is }) => is(t.id, ticketId) });
    expect(ticket?.unreadMessages).toBe(2);
    await workspace.open('Antes Hora');
    await workspace.bubble('Ainda aí?').waitFor();
    expect(panes.length).toBeGreaterThan(1);
    await until('read once it is seen', () => reads.length === 1);
  });

  check('is fetched beforehand for the row in focus alone, and for none with Save-Data', async (fixture) => {
    const { uuid } = await customer(fixture, { name: 'Em Foco', text: 'Oi', of: 'ana' });
    const other = await customer(fixture, { name: 'Fora de Foco', text: 'Oi', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'connection', {
        get: () => ({ saveData: sessionStorage.getItem('saves') !== null }),
      });
    });
    const panes: string[] = [];
    page.on('request', (request) => {
      const name = new URL(request.url()).pathname.split('/')[2];
      if (name === uuid || name === other.uuid) panes.push(name);
    });
    const workspace = workspaceOf(page);
    const open = (name: string) => workspace.row(name).locator('[data-open]');
    await fixture.dependencies.kernel.outbox.idle();
    let isWaiting = true;
    const mayLoad = Promise.withResolvers<void>();
    await page.route('**/surroundings*', async (route) => {
      if (isWaiting) await mayLoad.promise;
      await route.continue();
    });
    await page.goto('/tickets?status=open');
    await isAlive(page, 'ticket-list');
    await open('Em Foco').focus();
    isWaiting = false;
    mayLoad.resolve();
    await until('fetched beforehand', () => panes.length === 1);
    await page.evaluate(() => sessionStorage.setItem('saves', 'yes'));
    await open('Fora de Foco').focus();
    // A later timer of the page ends after the one that would fetch.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(panes).toEqual([uuid]);
  });

  check('a conversation that was fetched is shown without another request', async (fixture) => {
    const { uuid } = await customer(fixture, { name: 'Já Veio', text: 'Olá', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    let panes = 0;
    let done = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === `/tickets/${uuid}`) panes += 1;
    });
    page.on('requestfinished', (request) => {
      if (new URL(request.url()).pathname === `/tickets/${uuid}`) done += 1;
    });
    await page.goto('/tickets?status=open');
    await isAlive(page, 'ticket-list');
    // The picture of a new contact is news too, and would drop what was fetched.
    await fixture.dependencies.kernel.outbox.idle();
    await workspace.row('Já Veio').hover();
    await until('fetched beforehand', () => done === 1);
    await workspace.open('Já Veio');
    await workspace.bubble('Olá').waitFor();
    expect(panes).toBe(1);
  });
});
