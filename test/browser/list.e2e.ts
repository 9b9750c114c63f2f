import { expect } from 'bun:test';
import { tickets } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Locator } from 'playwright-core';
import { type Customer, customer, leadTo } from './support/customers.ts';
import { picture, tone } from './support/files.ts';
import { fillTickets } from './support/fill.ts';
import { walk } from './support/walk.ts';
import { isAlive, reads, workspaceOf } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const topOf = async (row: Locator) => Math.round((await row.boundingBox())?.y ?? -1);

browserTests('the list of tickets', { line: true }, (check) => {
  check(
    '1 unread is bold with a count, and is read for everybody once its agent opens it',
    async (fixture) => {
      await leadTo(fixture, 'Vendas');
      const [ana, bia] = [await fixture.signIn('ana'), await fixture.signIn('bia')];
      const { phone } = await customer(fixture, { name: 'Maria Souza', of: 'bia' });
      const [admin, agent] = [workspaceOf(ana.page), workspaceOf(bia.page)];
      await ana.page.goto('/tickets?showAll=true');
      await bia.page.goto('/tickets');
      await phone.send(fixture.owner, { text: 'Alguém aí?' });
      for (const workspace of [admin, agent]) {
        const row = workspace.row('Maria Souza');
        await row
          .getByText('2 mensagens não lidas')
          .or(row.getByText('1 mensagem não lida'))
          .first()
          .waitFor({ state: 'attached' });
        await until('a bold name', () =>
          row
            .getByText('Maria Souza', { exact: true })
            .evaluate((name) => Number(getComputedStyle(name).fontWeight) >= 700),
        );
      }
      await agent.open('Maria Souza');
      for (const workspace of [admin, agent])
        await workspace
          .row('Maria Souza')
          .and(workspace.row('Maria Souza').page().locator('[data-unread]'))
          .waitFor({ state: 'detached' });
    },
  );

  check('an age appears by itself, every half minute', async (fixture) => {
    const { ticketId } = await customer(fixture, { name: 'Ivo Espera', of: 'ana' });
    const scope = await fixture.scope();
    const { page, expectProblems } = await fixture.signIn('ana');
    expectProblems(/WebSocket is closed before/);
    const updatedAt = new Date(Date.now() - 2.7 * MINUTE_MS);
    await scope.write(async (tx) => {
      await tx.db.update(tickets).set({ updatedAt, waitingSince: updatedAt }).where(eq(tickets.id, ticketId));
    });
    await page.clock.install();
    await page.goto('/tickets');
    const workspace = workspaceOf(page);
    await workspace.row('Ivo Espera').waitFor();
    await isAlive(page, 'ticket-list');
    const age = workspace.row('Ivo Espera').locator('[data-age]');
    expect(await age.count()).toBe(0);
    await page.clock.runFor(30_000);
    await reads(age, '3 min');
  });

  check(
    'a second click where Aceitar was does nothing; a resolved ticket is offered back',
    async (fixture) => {
      for (const name of ['Um Dois', 'Três Quatro']) await customer(fixture, { name });
      await customer(fixture, { name: 'Cinco Seis', of: 'ana' });
      const { page } = await fixture.signIn('ana');
      await page.goto('/tickets');
      const workspace = workspaceOf(page);
      await workspace.tab('pending');
      const accept = workspace.row('Um Dois').locator('[data-action="accept"]');
      const box = await accept.boundingBox();
      if (!box) throw new Error('nothing to accept with');
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.click(x, y);
      await workspace.pane.waitFor();
      await workspace.toast('Atendimento aceito.').waitFor();
      await page.mouse.click(x, y);
      await page.mouse.click(x, y);
      for (const name of ['Um Dois', 'Cinco Seis']) await workspace.row(name).waitFor();
      const scope = await fixture.scope();
      const closed = await scope.db.query.tickets.findFirst({ where: eq(tickets.status, 'closed') });
      expect(closed).toBeUndefined();

      await workspace.action('resolve').click();
      await workspace.toast('Atendimento resolvido.').waitFor();
      await workspace.row('Um Dois').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Desfazer' }).last().click();
      await workspace.row('Um Dois').waitFor();
    },
  );

  check('5, 6 the preview shows kinds, own ticks and typing', async (fixture) => {
    const { network, owner } = fixture;
    const { phone } = await customer(fixture, { name: 'Paula Dias', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await page.goto('/tickets');
    const row = workspace.row('Paula Dias');
    await phone.send(owner, { image: (await picture('a.jpg', '#b7791f')).buffer });
    await row.getByText('Foto').waitFor();
    await phone.send(owner, { audio: tone(1), mimetype: 'audio/wav', ptt: true });
    await row.getByText('Áudio').waitFor();
    await phone.send(owner, {
      document: Buffer.from('x'),
      mimetype: 'application/pdf',
      fileName: 'nota.pdf',
    });
    await row.getByText('nota.pdf').waitFor();
    await workspace.open('Paula Dias');
    await workspace.write('Recebido');
    await row.locator('[data-ack="3"]').waitFor();
    // WhatsApp reports typing only to subscribers.
    await until('a subscription', () =>
      [...owner.devices.values()].some((device) => device.subscriptions.has(phone.number)),
    );
    phone.sendPresence(owner, 'composing');
    await row.getByText('digitando…').waitFor();
    await workspace.pane.locator('[data-typing]').waitFor();
    phone.sendPresence(owner, 'paused');
    await row.getByText('Recebido').waitFor();
    expect(network.errors).toEqual([]);
  });

  check('2 a new message moves its ticket up, but not the row under the pointer', async (fixture) => {
    const { owner, signIn } = fixture;
    const names = ['Um', 'Dois', 'Três', 'Quatro'];
    const people: Customer[] = [];
    for (const name of names) people.push(await customer(fixture, { name: `Cliente ${name}`, of: 'rui' }));
    const { page } = await signIn('rui');
    const workspace = workspaceOf(page);
    await page.goto('/tickets');
    await workspace.row('Cliente Três').hover();
    const before = await topOf(workspace.row('Cliente Três'));
    await people[0]?.phone.send(owner, { text: 'mais uma' });
    await workspace.row('Cliente Um').getByText('mais uma').waitFor();
    expect(await topOf(workspace.row('Cliente Três'))).toBe(before);
    await page.mouse.move(1200, 500);
    await until(
      'the newest on top',
      async () => (await topOf(workspace.row('Cliente Um'))) < (await topOf(workspace.row('Cliente Quatro'))),
    );
    expect(await page.locator('[data-ticket]').count()).toBe(4);
  });

  check('4 tabs count live; filters are in the address, and back leads through them', async (fixture) => {
    const { page } = await fixture.signIn('caio');
    const workspace = workspaceOf(page);
    const scope = await fixture.scope();
    await fillTickets(scope, { count: 3, queueId: fixture.people.queueId.Suporte });
    await page.goto('/tickets');
    await reads(workspace.count('pending'), '3');
    await workspace.tab('pending');
    expect(page.url()).toContain('status=pending');
    await workspace.accept('Cliente 3');
    await reads(workspace.count('pending'), '2');
    await reads(workspace.count('assigned'), '1');
    await workspace.tab('closed-tab');
    expect(page.url()).toContain('status=closed');
    await page.goBack();
    await until('the open tab', async () => !page.url().includes('status=closed'));
    await workspace.row('Cliente 3').waitFor();
    await page.reload();
    await workspace.row('Cliente 3').waitFor();
    await workspace.field.waitFor();
  });

  check('46 Back in the very moment of a choice in a menu leads to the list before it', async (fixture) => {
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await page.goto('/tickets?status=pending');
    await isAlive(page, 'ticket-list');
    for (let turns = 0; turns < 3; turns += 1) {
      const choice = page.locator('[data-tab="closed-tab"]');
      await until('the menu', async () => {
        if (!(await choice.isVisible())) await page.locator('[data-tab="more"]').click();
        const hasEntry = await page.evaluate(() => (history.state as { layer?: number } | null)?.layer === 1);
        return hasEntry && (await choice.isVisible());
      });
      // Pressed within the page: the step back of the turn before may still close the menu.
      await choice.evaluate((button: HTMLElement) => {
        const stepped = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
        addEventListener('click', () => history.back(), { once: true });
        button.click();
        return stepped.then(() => undefined);
      });
      await until('the waiting ones', async () => page.url().endsWith('?status=pending'));
      await until('their list', async () => (await workspace.chosenTab()) === 'pending');
    }
    expect(await page.locator(':popover-open').count()).toBe(0);
  });

  check('7 time is shown as an hour, yesterday or a date, and age has its colours', async (fixture) => {
    const scope = await fixture.scope();
    const people: Customer[] = [];
    const ages: [string, number, RegExp, string | null][] = [
      ['Agora', 0, /^\d\d:\d\d$/, null],
      ['Cinco', 5 * MINUTE_MS, /^\d\d:\d\d$|^ontem$/, 'green'],
      ['Quarenta', 40 * MINUTE_MS, /^\d\d:\d\d$|^ontem$/, 'orange'],
      ['Horas', 1.05 * DAY_MS - 2 * 3_600_000, /ontem|\d\d:\d\d/, 'red'],
      ['Antigo', 40 * DAY_MS, /^\d\d\/\d\d\/\d{4}$/, 'red'],
    ];
    for (const [name] of ages) people.push(await customer(fixture, { name: `Idade ${name}`, of: 'bia' }));
    await scope.write(async (tx) => {
      for (const [at, [, ago]] of ages.entries()) {
        const updatedAt = new Date(Date.now() - ago);
        await tx.db
          .update(tickets)
          .set({ updatedAt, waitingSince: updatedAt })
          .where(eq(tickets.id, people[at]?.ticketId ?? 0));
      }
    });
    const { page } = await fixture.signIn('bia');
    const workspace = workspaceOf(page);
    await page.goto('/tickets');
    for (const [name, , time, tone_] of ages) {
      const row = workspace.row(`Idade ${name}`);
      expect((await row.locator('time').textContent())?.trim()).toMatch(time);
      expect(await row.locator('[data-age]').count()).toBe(tone_ ? 1 : 0);
      if (tone_) expect(await row.locator('[data-age]').getAttribute('data-age')).toBe(tone_);
    }
  });

  check(
    '3, 10 of five thousand tickets few are rows, none twice, none left out, on the way back the same; fifty changes move nothing',
    async (fixture) => {
      const scope = await fixture.scope();
      await scope.write(async (tx) => {
        await tx.db.delete(tickets);
      });
      await fillTicketsAgain(scope, fixture.people.queueId.Vendas);
      const { page } = await fixture.signIn('ana');
      const workspace = workspaceOf(page);
      await page.goto('/tickets?status=pending&sort=newest');
      await reads(workspace.count('pending'), '5000');
      await isAlive(page, 'ticket-list');
      const rows = page.locator('[data-ticket]');
      const scroller = page.locator('[data-scroller]').filter({ has: rows.first() });
      await page.setViewportSize({ width: 1440, height: 3900 });
      const down = await walk(scroller, WALKED, 1);
      const back = await walk(scroller, 1, -3);
      for (const { most, shown } of [down, back]) {
        expect(most).toBeLessThan(80);
        expect(shown).toEqual(shown.map(([position]) => [position, `Cliente ${5001 - position}`]));
      }
      expect(down.shown.map(([position]) => position)).toEqual(down.shown.map((_, at) => at + 1));
      expect(down.shown.length).toBeGreaterThanOrEqual(WALKED);
      expect(back.shown.length).toBeGreaterThan(WALKED / 4);
      await page.setViewportSize({ width: 1440, height: 900 });

      const at = await scroller.evaluate((box) => {
        box.scrollTo(0, 64 * 100);
        return box.scrollTop;
      });
      await until('the rows there', async () => (await workspace.row('Cliente 4898').count()) > 0);
      const anchor = workspace.row('Cliente 4898');
      const before = await topOf(anchor);
      for (let n = 1; n <= 50; n += 1) {
        await scope.write(async (tx) => {
          await tx.db
            .update(tickets)
            .set({ lastMessage: `novidade ${n}`, updatedAt: new Date() })
            .where(eq(tickets.id, firstId + n));
          tx.emit('ticket.updated', { ticketId: firstId + n });
        });
      }
      await scroller.evaluate((box) => box.scrollTop);
      await until('the last change', async () => {
        await fixture.dependencies.kernel.bus.idle();
        return true;
      });
      expect(Math.abs((await topOf(anchor)) - before)).toBeLessThanOrEqual(1);
      expect(at).toBeGreaterThan(0);
      expect(await rows.count()).toBeLessThan(80);
    },
  );
});

const WALKED = 1000;

let firstId = 0;
async function fillTicketsAgain(scope: Parameters<typeof fillTickets>[0], queueId: number): Promise<void> {
  await scope.write(async (tx) => {
    await tx.db.run('delete from contacts');
  });
  await fillTickets(scope, { count: 5000, queueId });
  const first = await scope.db.query.tickets.findFirst({ orderBy: (t, { asc }) => asc(t.id) });
  firstId = (first?.id ?? 1) - 1;
}
