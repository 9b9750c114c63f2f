import { expect } from 'bun:test';
import { chats } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { postChatMessage } from '@/modules/internal-chat/chat-messages.service.ts';
import { createChat } from '@/modules/internal-chat/internal-chat.service.ts';
import { inspect } from './support/accessibility.ts';
import { customer, scopeOf } from './support/customers.ts';
import { counts, hasFocus, holds } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

const chatMessages = (page: Page) => page.locator('[data-chat-message]');
const field = (page: Page) => page.getByRole('textbox', { name: 'Escreva uma mensagem' });
const alive = (page: Page) => page.locator('[data-island="internal-chat"][data-alive]').waitFor();

browserTests('the internal chat', { line: true }, (check) => {
  check('two people talk, live; one is named, and the other sees who has read', async (fixture) => {
    const [bia, ana] = [await fixture.signIn('bia'), await fixture.signIn('ana')];
    await ana.page.goto('/tags');
    bia.expectProblems(/status of 422/);
    await bia.page.goto('/chats');
    await alive(bia.page);
    await bia.page.getByText('Nenhuma conversa ainda').waitFor();
    await bia.page.getByRole('button', { name: 'Nova conversa' }).click();
    const dialog = bia.page.locator('dialog[open]');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Por favor, preencha o título da conversa.').waitFor();
    await dialog.getByLabel('Título').fill('Plantão');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Por favor, selecione pelo menos um usuário.').waitFor();
    await dialog.getByLabel('Ana').check();
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await bia.page.getByRole('heading', { name: 'Plantão' }).waitFor();
    expect(bia.page.url()).toMatch(/\/chats\/[\w-]{36}$/);

    await field(bia.page).fill('Bom dia, @an');
    await bia.page.getByRole('option', { name: 'Ana' }).waitFor();
    await bia.page.keyboard.press('Enter');
    await until('the name', async () => (await field(bia.page).inputValue()) === 'Bom dia, @Ana ');
    await bia.page.keyboard.press('Enter');
    await chatMessages(bia.page).getByText('Bom dia, @Ana').waitFor();
    await hasFocus(field(bia.page));
    await until('an empty field', async () => (await field(bia.page).inputValue()) === '');
    await bia.page.locator('[data-readers="0"]').waitFor();

    const entry = ana.page.locator('#menu a[href="/chats"]');
    await entry.getByText('1', { exact: true }).waitFor({ state: 'attached' });
    const bell = ana.page.locator('[data-count]');
    await until('the bell', async () => (await bell.getAttribute('data-count')) === '1');
    await bell.click();
    await ana.page.locator('[data-mention]').getByText('Bia mencionou você').waitFor();
    await ana.page.keyboard.press('Escape');
    await ana.page.getByRole('button', { name: 'Chat interno' }).click();
    await ana.page
      .locator('#top-chatsPopover')
      .getByRole('link', { name: /Plantão/ })
      .click();
    await alive(ana.page);
    await chatMessages(ana.page).getByText('Bom dia, @Ana').waitFor();
    await bia.page.locator('[data-readers="1"]').waitFor();
    await until('the bell', async () => (await bell.getAttribute('data-count')) === '0');

    await field(ana.page).fill('Oi, Bia');
    await field(ana.page).press('Enter');
    await chatMessages(bia.page).getByText('Oi, Bia').waitFor();
    expect(await ana.page.getByRole('button', { name: 'Excluir Plantão' }).count()).toBe(0);

    await bia.page.getByRole('button', { name: 'Editar Plantão' }).click();
    await dialog.getByLabel('Ana').uncheck();
    await dialog.getByLabel('Caio').check();
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await ana.page.getByText('Você não participa mais desta conversa.').waitFor();
    await ana.page.getByText('Nenhuma conversa ainda').waitFor();
    await bia.page.getByRole('button', { name: 'Excluir Plantão' }).click();
    await dialog.getByRole('button', { name: 'Excluir' }).click();
    await bia.page.getByText('Nenhuma conversa ainda').waitFor();
  });

  check('older messages come near the top, files are sent, and words wait while offline', async (fixture) => {
    const bia = await scopeOf(fixture, 'bia');
    const chat = await createChat(bia, { title: 'Longa', users: [fixture.people.userId.ana] });
    for (let n = 1; n <= 65; n += 1)
      await postChatMessage(bia, { chatId: chat.id, message: `mensagem ${n}\n\n\n\n\n\n` });
    const visitor = await fixture.signIn('ana');
    const { page } = visitor;
    await page.goto(`/chats/${chat.uuid}`);
    await alive(page);
    await chatMessages(page).getByText('mensagem 65').waitFor();
    expect(await chatMessages(page).count()).toBeLessThan(65);
    const box = page.locator('[data-chat-pane] .flex-col-reverse');
    await until('the first one', async () => {
      await box.evaluate((element) => element.scrollTo({ top: -element.scrollHeight }));
      return (await chatMessages(page).count()) === 65;
    });
    await page.getByRole('button', { name: 'Ir para a última mensagem' }).click();
    const file = { name: 'lista.csv', mimeType: 'text/csv', buffer: Buffer.from('a;b') };
    await page.locator('[data-chat-pane] input[type="file"]').setInputFiles(file);
    await field(page).fill('a lista');
    await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    await chatMessages(page)
      .getByRole('link', { name: /lista\.csv/ })
      .waitFor();
    visitor.expectProblems(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/);
    await page.route('**/api/chats/*/messages', (route) => route.abort());
    await field(page).fill('sem rede');
    await field(page).press('Enter');
    await page.getByText('A mensagem não foi enviada. O texto continua no campo.').waitFor();
    await holds(field(page), 'sem rede');
    await page.unroute('**/api/chats/*/messages');
    await page.reload();
    await alive(page);
    await until('the draft', async () => (await field(page).inputValue()) === 'sem rede');
    await field(page).press('Enter');
    await chatMessages(page).getByText('sem rede').waitFor();
  });

  check('what is typed while a message is on its way is lost to nothing', async (fixture) => {
    const bia = await scopeOf(fixture, 'bia');
    const [chat, other] = await Promise.all(
      ['Ronda', 'Outra'].map((title) => createChat(bia, { title, users: [fixture.people.userId.ana] })),
    );
    const visitor = await fixture.signIn('ana');
    const { page } = visitor;
    await page.goto(`/chats/${chat?.uuid}`);
    await alive(page);
    const waiting = page.locator('[data-outgoing]');
    const hold = async () => {
      const held = Promise.withResolvers<boolean>();
      await page.route('**/api/chats/*/messages', async (route) =>
        (await held.promise) ? route.continue() : route.abort(),
      );
      return async (arrives: boolean) => {
        held.resolve(arrives);
        await page.unrouteAll({ behavior: 'wait' });
      };
    };
    const arrive = await hold();
    await field(page).focus();
    await page.keyboard.type('um\ndois');
    await waiting.getByText('um').waitFor();
    await holds(field(page), 'dois');
    await page.keyboard.press('Enter');
    await page.keyboard.type('três');
    await page.getByRole('link', { name: /Outra/ }).click();
    await holds(field(page), '');
    await page.getByRole('link', { name: /Ronda/ }).click();
    await counts(waiting, 2);
    await holds(field(page), 'três');
    await page.getByRole('searchbox').focus();
    await arrive(true);
    await counts(waiting, 0);
    await counts(chatMessages(page), 2);
    expect(await chatMessages(page).locator('p.whitespace-pre-wrap').allTextContents()).toEqual([
      'um',
      'dois',
    ]);
    await hasFocus(page.getByRole('searchbox'));
    await holds(field(page), 'três');

    visitor.expectProblems(/ERR_FAILED|Failed to fetch/);
    const fail = await hold();
    await field(page).press('Enter');
    await field(page).pressSequentially('quatro\ncinco');
    await fail(false);
    await page.getByText('A mensagem não foi enviada. O texto continua no campo.').waitFor();
    await counts(waiting, 0);
    await holds(field(page), 'três\nquatro\ncinco');
    await page.reload();
    await alive(page);
    await holds(field(page), 'três\nquatro\ncinco');
    await counts(page.getByRole('link', { name: new RegExp(other?.title ?? '') }), 1);
  });

  check('answers that come late change neither another search nor what is newer', async (fixture) => {
    const bia = await scopeOf(fixture, 'bia');
    const users = [fixture.people.userId.rui];
    for (let n = 1; n <= 25; n += 1) await createChat(bia, { title: `Turno ${n}`, users });
    const { page } = await fixture.signIn('rui');
    const late = async (address: RegExp) => {
      const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await page.route(address, async (route) => {
        const response = await route.fetch();
        asked.resolve();
        await held.promise;
        await route.fulfill({ response });
      });
      return { asked: asked.promise, arrive: () => held.resolve() };
    };
    const more = await late(/\/chats\?.*after=/);
    await page.goto('/chats');
    await alive(page);
    const rows = page.locator('[data-chat]');
    await counts(rows, 20);
    await page.getByRole('list', { name: 'Conversas' }).hover();
    await page.mouse.wheel(0, 5000);
    await more.asked;
    await page.getByRole('searchbox').fill('Turno 7');
    await counts(rows, 1);
    const answer = page.waitForResponse(/after=/);
    more.arrive();
    await answer;
    await page.unrouteAll({ behavior: 'wait' });
    await counts(rows, 1);
    await page.getByRole('searchbox').fill('');
    await counts(rows, 20);
    await page.getByRole('list', { name: 'Conversas' }).hover();
    await page.mouse.wheel(0, 5000);
    await counts(rows, 25);

    const found = await late(/\/chats\?.*searchParam=Turno(%20|\+)9/);
    await page.getByRole('searchbox').fill('Turno 9');
    await found.asked;
    const nine = await bia.db.query.chats.findFirst({ where: eq(chats.title, 'Turno 9') });
    await postChatMessage(bia, { chatId: nine?.id ?? 0, message: 'mais novo' });
    const heard = page.locator('#menu a[href="/chats"]').getByText('1', { exact: true });
    await heard.waitFor({ state: 'attached' });
    found.arrive();
    await rows.getByText('mais novo').waitFor();
  });

  check('a phone of 360 px has two sides; a ticket opens for who may see it', async (fixture) => {
    const { uuid } = await customer(fixture, { name: 'Maria Souza', of: 'ana' });
    const caioId = fixture.people.userId.caio;
    const chat = await createChat(await scopeOf(fixture, 'ana'), { title: 'Ajuda', users: [caioId] });
    const { page } = await fixture.signIn('ana');
    await page.goto(`/tickets/${uuid}`);
    await page.locator('[data-drawer-toggle]').first().click();
    await page.getByRole('button', { name: 'Compartilhar no chat interno' }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('Mensagem').fill('quem ajuda?');
    await dialog.getByRole('button', { name: 'Compartilhar' }).click();
    await page.getByText('Atendimento compartilhado.').waitFor();

    const caio = await fixture.signIn('caio', { viewport: { width: 360, height: 740 }, hasTouch: true });
    await caio.page.goto('/chats');
    await alive(caio.page);
    await caio.page.getByRole('link', { name: /Ajuda/ }).click();
    await chatMessages(caio.page).getByText('Você não tem permissão para vê-lo').waitFor();
    expect(await caio.page.getByText('Maria Souza').count()).toBe(0);
    expect(await caio.page.getByRole('heading', { name: 'Chat interno' }).isVisible()).toBe(false);
    await caio.page.getByRole('button', { name: /^Chats/ }).click();
    await caio.page.getByRole('heading', { name: 'Chat interno' }).waitFor();
    await counts(caio.page.locator('[data-chat]'), 1);
    await page.goto(`/chats/${chat.uuid}`);
    await alive(page);
    const found = await inspect(page, 'a chat', () =>
      page.goto(`/chats/${chat.uuid}`).then(() => alive(page)),
    );
    await page.goto('/chats');
    expect(found).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/chats/${chat.uuid}`);
    await page.getByRole('link', { name: /Maria Souza/ }).click();
    await page.waitForURL(`**/tickets/${uuid}`);
  });

  check('a list, a search and messages that did not come are asked for again', async (fixture) => {
    const bia = await scopeOf(fixture, 'bia');
    const users = [fixture.people.userId.caio];
    for (let n = 1; n <= 21; n += 1) await createChat(bia, { title: `Ronda ${n}`, users });
    const { page, expectProblems } = await fixture.signIn('caio');
    expectProblems(/ERR_FAILED|Failed to fetch/);
    await page.goto('/chats');
    await alive(page);
    const rows = page.locator('[data-chat]');
    const again = page.getByRole('button', { name: 'Tentar de novo' });
    const mend = async () => {
      await again.waitFor();
      await page.unrouteAll({ behavior: 'wait' });
      await again.click();
      await again.waitFor({ state: 'detached' });
      expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
    };
    await counts(rows, 20);
    await page.route(/\/chats\?/, (route) => route.abort());
    await page.getByRole('list', { name: 'Conversas' }).hover();
    await page.mouse.wheel(0, 5000);
    await mend();
    await counts(rows, 22);
    await page.route(/\/chats\?/, (route) => route.abort());
    await page.getByRole('searchbox').fill('Ronda 7');
    await again.waitFor();
    await counts(rows, 0);
    await mend();
    await counts(rows, 1);
    await page.route(/\/chats\/\d+\/messages/, (route) => route.abort());
    await rows.first().click();
    await mend();
    await page.getByText('Nenhuma mensagem ainda').waitFor();
  });
});
