import { expect } from 'bun:test';
import { messages } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { customer } from './support/customers.ts';
import { tone } from './support/files.ts';
import { fillTalk } from './support/fill.ts';
import { counts, hasFocus, reads, workspaceOf } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

const menuOf = (page: Page) => page.getByRole('menu', { name: 'Opções da mensagem' });

/** Waits for the islands: earlier keys and clicks are lost. */
async function goTo(page: Page, uuid: string): Promise<void> {
  await page.goto(`/tickets/${uuid}`);
  for (const name of ['ticket-list', 'conversation', 'composer'])
    await page.locator(`[data-island="${name}"][data-alive]`).waitFor({ state: 'attached' });
}

async function choose(page: Page, text: string, entry: string): Promise<void> {
  const bubble = workspaceOf(page).bubble(text);
  await bubble.hover();
  await bubble.locator('[data-message-menu]').click();
  await menuOf(page).getByRole('menuitem', { name: entry }).click();
}

browserTests('what can be done with a message', { line: true }, (check) => {
  check(
    'edit, take back and react reach the customer; the menu is a matter of keys, too',
    async (fixture) => {
      const { phone, uuid } = await customer(fixture, { name: 'Nina Rocha', text: 'Tem azul?', of: 'ana' });
      const { page, context } = await fixture.signIn('ana');
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const workspace = workspaceOf(page);
      await goTo(page, uuid);
      await workspace.write('Temos sin');
      await phone.waitFor(({ text }) => text.includes('Temos sin'));

      const theirs = workspace.bubble('Tem azul?');
      await theirs.locator('[data-message-menu]').focus();
      await page.keyboard.press('Enter');
      await menuOf(page).waitFor();
      expect(await menuOf(page).getByRole('menuitem', { name: 'Editar' }).count()).toBe(0);
      expect(await menuOf(page).getByRole('menuitem', { name: 'Apagar' }).count()).toBe(0);
      await page.keyboard.press('Escape');
      await menuOf(page).waitFor({ state: 'detached' });
      await hasFocus(theirs.locator('[data-message-menu]'));
      await page.keyboard.press('Enter');
      await menuOf(page).getByRole('menuitemradio', { name: 'Reagir com ❤️' }).click();
      const ours = theirs.getByRole('button', { name: '❤️' });
      await ours.waitFor();
      expect(await ours.getAttribute('aria-pressed')).toBe('true');
      await phone.waitFor(({ message }) => message.reactionMessage?.text === '❤️');
      await ours.click();
      await counts(theirs.getByRole('button', { name: '❤️' }), 0);
      await phone.waitFor(({ message }) => message.reactionMessage?.text === '');

      await choose(page, 'Temos sin', 'Editar');
      const box = page.getByRole('textbox', { name: 'Editar' });
      await hasFocus(box);
      expect(await box.inputValue()).toBe('Temos sin');
      await box.fill('   ');
      await box.press('Enter');
      await box.waitFor({ state: 'detached' });
      await choose(page, 'Temos sin', 'Editar');
      await box.fill('Temos sim');
      await box.press('Enter');
      await workspace.bubble('Temos sim').getByText('editada').waitFor();
      await phone.waitFor(({ message }) => JSON.stringify(message).includes('Temos sim'));

      await choose(page, 'Temos sim', 'Copiar');
      await workspace.toast('Copiado').waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Temos sim');

      await choose(page, 'Temos sim', 'Dados da mensagem');
      const info = page.getByRole('dialog', { name: 'Dados da mensagem' });
      await info.getByText('Ana').waitFor();
      await page.keyboard.press('Escape');
      await info.waitFor({ state: 'detached' });

      await choose(page, 'Temos sim', 'Apagar');
      const question = page.getByRole('dialog', { name: 'Apagar mensagem?' });
      await question.getByRole('button', { name: 'Apagar', exact: true }).click();
      await question.waitFor({ state: 'detached' });
      await workspace.bubble('Mensagem apagada').waitFor();
      await counts(workspace.bubble('Temos sim'), 0);
    },
  );

  check('on a phone a held finger opens the menu, and it stays when the finger lets go', async (fixture) => {
    const { uuid } = await customer(fixture, { name: 'Dedo Firme', text: 'Segura aqui', of: 'ana' });
    const viewport = { width: 360, height: 740 };
    const { page, context } = await fixture.signIn('ana', { viewport, hasTouch: true, isMobile: true });
    const workspace = workspaceOf(page);
    const isFetched = page.waitForResponse(/\/build\/touch-/);
    await goTo(page, uuid);
    await isFetched;
    const { x = 0, y = 0 } =
      (await workspace.bubble('Segura aqui').locator('[data-bubble]').boundingBox()) ?? {};
    const hand = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchEnd') =>
      hand.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchStart' ? [{ x: x + 20, y: y + 12 }] : [],
      });
    await touch('touchStart');
    await menuOf(page).waitFor();
    await touch('touchEnd');
    await menuOf(page).getByRole('menuitem', { name: 'Responder' }).tap();
    await page.locator('[data-reply-bar]').getByText('Segura aqui').waitFor();
    await menuOf(page).waitFor({ state: 'detached' });
  });

  check('a contact card opens a conversation; one that is not on WhatsApp says so', async (fixture) => {
    const { phone, uuid } = await customer(fixture, { name: 'Passa Contato', of: 'ana' });
    const friend = fixture.network.phone({ number: '5511977770001', name: 'João' });
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await goTo(page, uuid);
    const card = (name: string, number: string) => ({
      vcard: `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nTEL;waid=${number}:+${number}\nEND:VCARD`,
    });
    const contacts = [card('João Prado', friend.number), card('Telefone Fixo', '551133334444')];
    await phone.send(fixture.owner, { contacts: { displayName: '2 contatos', contacts } });
    const outside = workspace.pane.locator('li').filter({ hasText: 'Telefone Fixo' }).getByRole('button');
    await outside.click();
    await reads(outside, 'CONTATO FORA DO WHATSAPP');
    expect(await outside.isDisabled()).toBe(true);
    await workspace.pane.locator('li').filter({ hasText: 'João Prado' }).getByRole('button').click();
    await workspace.pane.locator('header').getByText('João Prado').waitFor();
    expect(page.url()).not.toContain(uuid);
  });

  check('after a quarter of an hour a message is not edited, and says why', async (fixture) => {
    const { phone, uuid } = await customer(fixture, { name: 'Tarde Demais', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await goTo(page, uuid);
    await workspace.write('Já era');
    await phone.waitFor(({ text }) => text.includes('Já era'));
    const scope = await fixture.scope();
    await scope.write(async (tx) => {
      const createdAt = new Date(Date.now() - 16 * 60_000);
      await tx.db.update(messages).set({ createdAt }).where(eq(messages.body, '*Ana:*\nJá era'));
    });
    await page.reload();
    const bubble = workspace.bubble('Já era');
    await bubble.hover();
    await bubble.locator('[data-message-menu]').click();
    const entry = menuOf(page).getByRole('menuitem', { name: /Editar/ });
    expect(await entry.isDisabled()).toBe(true);
    await reads(entry.locator('span span'), 'O prazo de 15 minutos terminou');
  });

  check('a message is passed on, and its ticket shown', async (fixture) => {
    const other = await customer(fixture, { name: 'Outra Pessoa', of: 'ana' });
    const { uuid } = await customer(fixture, {
      name: 'Primeira Mão',
      text: 'Endereço: Rua Azul, 5',
      of: 'ana',
    });
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await goTo(page, uuid);
    await choose(page, 'Rua Azul', 'Encaminhar');
    const dialog = page.getByRole('dialog', { name: 'Encaminhar' });
    await dialog.getByRole('searchbox').fill('Outra');
    await dialog.getByRole('button', { name: /Outra Pessoa/ }).click();
    await page.waitForURL(`**/tickets/${other.uuid}*`);
    await workspace.bubble('Rua Azul').getByText('Encaminhada').waitFor();
    await other.phone.waitFor(({ text }) => text.includes('Rua Azul'));
  });

  check('search in a conversation leads to any hit, however far back', async (fixture) => {
    const { ticketId, uuid } = await customer(fixture, { name: 'Muita Prosa', of: 'ana' });
    const scope = await fixture.scope();
    const ids = await fillTalk(scope, { ticketId, count: 600 });
    await scope.write(async (tx) => {
      for (const at of [3, 300])
        await tx.db
          .update(messages)
          .set({ body: `o código é açaí ${at}` })
          .where(eq(messages.id, ids[at] ?? 0));
    });
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await goTo(page, uuid);
    const panel = page.locator('[data-search-panel]');
    await page.locator('[data-conversation-search]').first().click();
    await panel.getByRole('button', { name: 'Fechar a busca' }).click();
    await panel.waitFor({ state: 'detached' });
    await workspace.field.press('Control+f');
    const field = panel.getByRole('searchbox');
    await hasFocus(field);
    await field.fill('ACAI');
    await counts(panel.locator('[data-hit]'), 2);
    await reads(panel.locator('[data-hit] mark').first(), 'açaí');
    await field.press('Enter');
    await workspace.bubble('o código é açaí 300').waitFor();
    await field.press('Enter');
    await workspace.bubble('o código é açaí 3').first().waitFor();
    await until('the oldest hit in view', () =>
      page.locator(`#message-${ids[3]}`).evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top > 64 && bottom < innerHeight;
      }),
    );
    await panel.getByText('2 de 2').waitFor();
    await field.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  check('the ticket’s history stands between its messages', async (fixture) => {
    const { uuid } = await customer(fixture, { name: 'Vida Longa', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await goTo(page, uuid);
    await page.locator('[data-event="opened"]').waitFor();
    await page.locator('[data-event="accepted"]').getByText('Aceito por Ana').waitFor();
    await workspace.action('return').click();
    await page.waitForURL('**/tickets');
    await goTo(page, uuid);
    await page.locator('[data-event="returned"]').waitFor();
    await workspace.action('accept').click();
    await counts(page.locator('[data-event="accepted"]'), 2);
  });

  check(
    'a slash brings quick messages; the chosen one is sent with its variables filled',
    async (fixture) => {
      const { phone, uuid } = await customer(fixture, { name: 'Rápida Silva', of: 'ana' });
      const { page } = await fixture.signIn('ana');
      const workspace = workspaceOf(page);
      await goTo(page, uuid);
      const make = (quick: object) =>
        page.evaluate(
          (body) =>
            fetch('/api/quick-messages', {
              method: 'POST',
              body,
              headers: { 'Content-Type': 'application/json' },
            }),
          JSON.stringify(quick),
        );
      await make({ shortcode: 'bomdia', message: 'Bom dia, {{firstName}}! {{outra}}', geral: true });
      await make({
        shortcode: 'boleto',
        message: 'Segue o boleto que você pediu, com vencimento no dia dez.',
      });
      await workspace.field.press('/');
      await counts(page.getByRole('option'), 2);
      await workspace.field.pressSequentially('bo');
      await counts(page.getByRole('option'), 2);
      await reads(page.getByRole('option').last().locator('[data-variable]'), 'outra');
      await reads(page.getByRole('option').last().locator('span').first(), '/bomdia - Bom dia, Rápida! …');
      await reads(page.getByRole('option').first(), '/boleto - Segue o boleto que você pediu, com …');
      await workspace.field.press('ArrowDown');
      await workspace.field.press('Tab');
      expect(await workspace.field.inputValue()).toBe('Bom dia, Rápida! {{outra}}');
      await reads(
        page.locator('[data-notice=variables]'),
        'Variáveis sem valor, complete antes de enviar: outra',
      );
      await counts(page.getByRole('option'), 0);
      await workspace.field.press('Enter');
      await page.locator('[data-send-anyway]:focus').press('Enter');
      await phone.waitFor(({ text }) => text.includes('Bom dia, Rápida! {{outra}}'));
      const address = page.url();
      await workspace.field.pressSequentially('/bol');
      await counts(page.getByRole('option'), 1);
      await page.goBack();
      await counts(page.getByRole('option'), 0);
      expect([page.url(), await workspace.field.inputValue()]).toEqual([address, '/bol']);
      await workspace.field.fill('');
      await workspace.field.pressSequentially('/bol');
      await counts(page.getByRole('option'), 1);
      await workspace.field.press('Escape');
      await counts(page.getByRole('option'), 0);
      expect(await workspace.field.inputValue()).toBe('/bol');
    },
  );

  check('each sees the other type; a voice note has its picture', async (fixture) => {
    const { phone, uuid } = await customer(fixture, { name: 'Fala Mansa', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await goTo(page, uuid);
    await until('our typing on the phone', async () => {
      await workspace.field.pressSequentially('Só um ');
      return phone.presences.some(({ state }) => state === 'composing');
    });
    phone.sendPresence(fixture.owner, 'composing');
    await page.locator('[data-typing]').waitFor();
    await workspace.row('Fala Mansa').getByText('digitando').waitFor();
    await phone.send(fixture.owner, { audio: tone(2), mimetype: 'audio/wav', ptt: true });
    await page.locator('[data-waveform="real"]').waitFor();
  });
});
