import { expect } from 'bun:test';
import { messages } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { createTag } from '@/modules/tags/tags.service.ts';
import { customer, leadTo } from './support/customers.ts';
import { tone } from './support/files.ts';
import { fillTalk } from './support/fill.ts';
import { hasFocus, isAlive, workspaceOf } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

browserTests('work on tickets', { line: true }, (check) => {
  check(
    'a new ticket: three letters, a queue, who holds it, and a contact made by its name',
    async (fixture) => {
      await leadTo(fixture, 'Vendas');
      const { phone } = await customer(fixture, { name: 'Marta Reis', of: 'bia' });
      fixture.network.phone({ number: '5511970000001', name: 'Nilda' });
      const { page, expectProblems } = await fixture.signIn('rui');
      expectProblems(/422/);
      await page.goto('/tickets');
      await isAlive(page, 'ticket-list');
      await page.locator('[data-new-ticket]').click();
      const dialog = page.getByRole('dialog', { name: 'Novo atendimento' });
      const contact = dialog.getByRole('combobox', { name: 'Contato' });
      await hasFocus(contact);
      await page.keyboard.type('Ma');
      await dialog.getByText('Digite pelo menos 3 letras').waitFor();
      expect(await dialog.getByRole('listbox').getByRole('option').count()).toBe(0);
      await page.keyboard.type('r');
      await dialog.getByRole('option', { name: /Marta Reis/ }).waitFor();
      await page.keyboard.press('Enter');
      await until('the whole name', async () => (await contact.inputValue()) === 'Marta Reis');
      const submit = dialog.getByRole('button', { name: 'Abrir atendimento' });
      await submit.click();
      await dialog.getByText('Selecione uma fila').waitFor();
      expect(await contact.inputValue()).toBe('Marta Reis');
      await dialog.getByLabel('Fila').selectOption({ label: 'Vendas' });
      await submit.click();
      await dialog.getByText('Já existe um atendimento aberto para este contato: com Bia').waitFor();

      await contact.fill('Nilda Prado');
      await dialog.getByRole('option', { name: 'Criar contato “Nilda Prado”' }).click();
      await dialog.getByLabel('Número do WhatsApp').fill('5511970000001');
      await submit.click();
      const workspace = workspaceOf(page);
      await workspace.field.waitFor();
      await workspace.row('Nilda Prado').waitFor();
      expect(phone.number).not.toBe('5511970000001');
    },
  );

  check('36 transferred by keyboard alone; it leaves the list and reaches its new agent', async (fixture) => {
    const { uuid } = await customer(fixture, { name: 'Olga Pires', of: 'bia' });
    const [bia, rui] = [await fixture.signIn('bia'), await fixture.signIn('rui')];
    await rui.page.goto('/tickets');
    const { page } = bia;
    await page.goto(`/tickets/${uuid}`);
    await isAlive(page, 'composer');
    const transfer = page.locator('#ticket-header').getByRole('button', { name: 'Transferir' });
    await until('the button', async () => {
      await page.keyboard.press('Shift+Tab');
      return transfer.evaluate((button) => button === document.activeElement);
    });
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Transferir atendimento' });
    await hasFocus(dialog.getByLabel('Fila'));
    await page.keyboard.type('Vendas');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Rui');
    await page.keyboard.press('Enter');
    await until('a choice', async () => (await dialog.locator('[name=userId]').inputValue()) !== '');
    await page.keyboard.press('Enter');
    await workspaceOf(page).toast('Atendimento transferido.').waitFor();
    await workspaceOf(page).row('Olga Pires').waitFor({ state: 'detached' });
    await workspaceOf(rui.page).row('Olga Pires').waitFor();
  });

  check(
    'peeked at without being read, put aside, woken by the customer, deleted by an administrator only',
    async (fixture) => {
      const { phone, uuid, ticketId } = await customer(fixture, { name: 'Pedro Lima', text: 'Alguém?' });
      const waveform = new Uint8Array(64).fill(50);
      const note = { audio: tone(2), mimetype: 'audio/wav', ptt: true, seconds: 7, waveform };
      await phone.send(fixture.owner, note);
      const scope = await fixture.scope();
      await until('a voice note', async () =>
        (await scope.db.query.messages.findMany({ where: eq(messages.ticketId, ticketId) })).some(
          ({ mediaState }) => mediaState === 'ready',
        ),
      );
      const { page } = await fixture.signIn('ana');
      const workspace = workspaceOf(page);
      await page.goto('/tickets?status=pending&showAll=true');
      await isAlive(page, 'ticket-list');
      await workspace.row('Pedro Lima').hover();
      await workspace.row('Pedro Lima').locator('[data-peek]').click();
      const peek = page.getByRole('dialog', { name: 'Espiando: Pedro Lima' });
      await peek.getByText('Alguém?').waitFor();
      await peek.locator('[data-audio] [data-waveform]').waitFor();
      expect(await peek.locator('audio[controls]').count()).toBe(0);
      await peek.getByText('0:07').waitFor();
      expect(await peek.getByRole('button', { name: 'Aceitar' }).getAttribute('class')).toContain(
        'btn-primary',
      );
      expect(await peek.locator('time').first().textContent()).toMatch(/^\d\d:\d\d$/);
      await page.keyboard.press('Escape');
      await page.locator('[data-unread]').filter({ hasText: 'Pedro Lima' }).waitFor();

      await workspace.accept('Pedro Lima');
      await workspace.field.waitFor();
      const menu = page.locator('#ticket-header').getByRole('button', { name: 'Opções do atendimento' });
      await menu.click();
      await page.getByRole('menuitem', { name: 'Adiar' }).click();
      const snooze = page.getByRole('dialog', { name: 'Adiar atendimento' });
      await snooze.getByText('Em 1 hora').click();
      await snooze.getByRole('button', { name: 'Adiar' }).click();
      await workspace.row('Pedro Lima').waitFor({ state: 'detached' });
      await phone.send(fixture.owner, { text: 'Ainda aqui' });
      await workspace.row('Pedro Lima').waitFor();

      const bia = await fixture.signIn('rui');
      await bia.page.goto(`/tickets/${uuid}`);
      await bia.page.locator('#ticket-header').getByRole('button', { name: 'Opções do atendimento' }).click();
      expect(await bia.page.getByRole('menuitem', { name: 'Excluir' }).count()).toBe(0);
      await page.goto(`/tickets/${uuid}`);
      await menu.click();
      await page.getByRole('menuitem', { name: 'Excluir' }).click();
      const question = page.getByRole('dialog', { name: /Excluir o atendimento/ });
      await question.getByText('Isso não pode ser desfeito').waitFor();
      await question.getByRole('button', { name: 'Excluir' }).click();
      await workspace.row('Pedro Lima').waitFor({ state: 'detached' });
      expect(
        (await fixture.scope().then((scope) => scope.db.query.tickets.findMany())).some(
          (row) => row.uuid === uuid,
        ),
      ).toBe(false);
    },
  );

  check('a hit of the search is a link that leads to the message, also in a new tab', async (fixture) => {
    const { ticketId } = await customer(fixture, { name: 'Ulisses Paz', of: 'ana' });
    const scope = await fixture.scope();
    const ids = await fillTalk(scope, { ticketId, count: 400 });
    const found = ids[5] ?? 0;
    await scope.write(async (tx) => {
      await tx.db.update(messages).set({ body: 'o recibo da geladeira' }).where(eq(messages.id, found));
    });
    const { page } = await fixture.signIn('ana');
    await page.setViewportSize({ width: 1440, height: 1800 });
    await page.goto('/tickets?searchParam=geladeira');
    const href = await workspaceOf(page).row('Ulisses Paz').locator('[data-open]').getAttribute('href');
    expect(href).toEndWith(`#message-${found}`);
    await page.goto('/tags');
    await page.goto(href ?? '');
    await workspaceOf(page).bubble('o recibo da geladeira').waitFor();
    await until('newer ones', async () => (await page.locator('[data-message]').count()) > 30);
    await until('the hit in view', () =>
      page.locator(`#message-${found}`).evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top > 64 && bottom < innerHeight;
      }),
    );
  });

  check(
    'a note stays internal, and its field is not the composer; tags are made while typing',
    async (fixture) => {
      const { phone, uuid } = await customer(fixture, { name: 'Quitéria Nunes', of: 'bia' });
      const { page, expectProblems } = await fixture.signIn('bia');
      expectProblems(/422/);
      const workspace = workspaceOf(page);
      await page.goto(`/tickets/${uuid}`);
      await isAlive(page, 'composer');
      await page.locator('[data-drawer-toggle]').first().click();
      const drawer = page.locator('#contact-drawer');
      const note = drawer.getByLabel('Nova observação');
      await note.fill('x');
      await drawer.getByRole('button', { name: 'Adicionar observação' }).click();
      await drawer.getByText('Muito curto!').waitFor();
      await note.fill('Cliente difícil, falar com calma');
      // Enter must not send a note to the customer.
      await note.press('Enter');
      await drawer.getByRole('button', { name: 'Adicionar observação' }).click();
      await workspace.toast('Observação adicionada com sucesso!').waitFor();
      await drawer.locator('#note-list').getByText('Cliente difícil').waitFor();
      expect(await workspace.pane.locator('[data-message]').getByText('Cliente difícil').count()).toBe(0);
      expect(await workspace.field.inputValue()).toBe('');
      await workspace.write('Bom dia, Quitéria!');
      await phone.waitFor(({ text }) => text.includes('Bom dia, Quitéria!'));
      expect(phone.received.some(({ text }) => text.includes('difícil'))).toBe(false);

      await drawer.locator('#note-list').getByRole('button', { name: 'Excluir observação' }).click();
      const question = page.getByRole('dialog', { name: 'Excluir observação' });
      await question.getByText('Deseja realmente excluir este registro?').waitFor();
      await question.getByRole('button', { name: 'Excluir' }).click();
      await workspace.toast('Observação excluída com sucesso!').waitFor();

      const scope = await fixture.scope();
      await createTag(scope, { name: 'Urgente', color: '#b80000', kanban: false });
      const tag = drawer.getByRole('combobox', { name: 'Adicionar tag' });
      await tag.pressSequentially('urg');
      await page.keyboard.press('Enter');
      await drawer.getByRole('button', { name: 'Remover a tag Urgente' }).waitFor();
      await hasFocus(tag);
      await tag.pressSequentially('VIP de ouro');
      await page.keyboard.press('Enter');
      await drawer.getByRole('option', { name: 'Criar “VIP de ouro”', selected: true }).waitFor();
      await page.keyboard.press('Escape');
      expect(await drawer.getByRole('option').count()).toBe(0);
      expect(await tag.inputValue()).toBe('VIP de ouro');
      await tag.click();
      await drawer.getByRole('option', { name: 'Criar' }).click();
      await drawer.getByRole('button', { name: 'Remover a tag VIP de ouro' }).waitFor();
      await workspace.row('Quitéria Nunes').getByText('VIP de ouro').waitFor();
    },
  );

  check(
    '35 a colleague who looks or types here is seen in the row and above the conversation, also by who comes later',
    async (fixture) => {
      const { uuid } = await customer(fixture, { name: 'Raul Sá', of: 'rui' });
      const [rui, ana] = [await fixture.signIn('rui'), await fixture.signIn('ana')];
      await rui.page.goto(`/tickets/${uuid}`);
      await isAlive(rui.page, 'composer');
      await ana.page.goto('/tickets?showAll=true');
      const row = workspaceOf(ana.page).row('Raul Sá');
      await row.getByText('Rui está vendo').waitFor();
      await workspaceOf(ana.page).open('Raul Sá');
      await workspaceOf(rui.page).field.pressSequentially('já vou');
      const banner = ana.page.locator('[data-ticket-people]');
      await until('who types', async () => /Rui está digitando/.test((await banner.textContent()) ?? ''));
      await until('who looks', async () =>
        /Ana/.test((await rui.page.locator('[data-ticket-people]').textContent()) ?? ''),
      );
    },
  );

  check('34 the first to accept has it; others who look see it go', async (fixture) => {
    await customer(fixture, { name: 'Sofia Melo' });
    const [ana, rui] = [await fixture.signIn('ana'), await fixture.signIn('rui')];
    for (const { page } of [ana, rui]) await page.goto('/tickets?status=pending');
    const [first, second] = [workspaceOf(ana.page), workspaceOf(rui.page)];
    for (const workspace of [first, second]) await workspace.row('Sofia Melo').waitFor();
    await first.accept('Sofia Melo');
    await hasFocus(first.field);
    await second.row('Sofia Melo').waitFor({ state: 'detached' });
    await until('a count of all rows', async () => {
      const [count, rows] = [first.count('assigned'), ana.page.locator('[data-ticket]')];
      return (await count.textContent())?.trim() === String(await rows.count());
    });
  });

  check('44 an undo gives the row its place, its time and its state back', async (fixture) => {
    for (const name of ['Espera Um', 'Espera Dois', 'Espera Três']) await customer(fixture, { name });
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await page.goto('/tickets?status=pending');
    await isAlive(page, 'ticket-list');
    const shownRows = () =>
      page.locator('[data-ticket]').evaluateAll((rows) =>
        rows.map((row) => {
          const { ticket, status } = (row as HTMLElement).dataset;
          return [ticket, status, row.querySelector('time')?.dateTime];
        }),
      );
    await workspace.row('Espera Três').waitFor();
    const before = await shownRows();
    await workspace.accept('Espera Dois');
    await workspace.toast('Atendimento aceito.').waitFor();
    await page.locator('#toasts .toast-undo').click();
    await workspace.toast('Desfeito.').waitFor();
    await workspace.tab('pending');
    await until('the former rows', async () => JSON.stringify(await shownRows()) === JSON.stringify(before));
  });
});
