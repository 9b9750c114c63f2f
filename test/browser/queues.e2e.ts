import { expect } from 'bun:test';
import { settings } from '@db/tenant/schema/index.ts';
import type { Page } from 'playwright-core';
import { listOptions } from '@/modules/queues/options/queue-options.queries.ts';
import { counts, hasFocus, holds } from './support/workspace.ts';
import { browserTests, type Fixture, until } from './support.ts';

const dialogOf = (page: Page) => page.locator('dialog[open]');
const rowOf = (page: Page, name: string) =>
  page.locator('#queue-rows tr[data-key]').filter({ hasText: name });
const namesOf = (page: Page) => page.locator('#queue-rows [data-name]').allTextContents();
const lastMessage = (page: Page) => page.locator('.phone-bubble').last().textContent();
const expectText = (page: Page, text: string) =>
  until(`the phone says "${text}"`, async () => (await lastMessage(page))?.includes(text));

async function addOption(page: Page, title: string, below = ''): Promise<void> {
  const field = page.getByRole('textbox', {
    name: below ? `Nova opção abaixo de ${below}` : 'Nova opção',
    exact: true,
  });
  await field.fill(title);
  await field.press('Enter');
  await page.locator('.option-title', { hasText: title }).waitFor();
}

async function answer(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Responda como se fosse o cliente' });
  await field.fill(text);
  await field.press('Enter');
}

async function optionsOf({ scope, people }: Fixture): Promise<string[]> {
  const all = await listOptions(await scope(), { queueId: people.queueId.Vendas });
  return all
    .map(({ option, title, parentId }) => `${parentId === null ? '' : '· '}${option} ${title}`)
    .sort();
}

browserTests('queues', {}, (check) => {
  check(
    'an owner makes a queue; a refusal keeps what was typed, and variables go to the cursor',
    async (fixture) => {
      const ana = await fixture.signIn('ana');
      const { page } = ana;
      await page.goto('/queues');
      await page.getByRole('button', { name: 'Adicionar fila' }).click();
      const dialog = dialogOf(page);
      await dialog.getByLabel('Nome').first().fill('vendas');
      const greeting = dialog.getByLabel('Mensagem de saudação');
      await greeting.fill('Olá, !');
      await greeting.evaluate((field) => (field as HTMLTextAreaElement).setSelectionRange(5, 5));
      await dialog.getByRole('button', { name: 'Primeiro nome' }).first().click();
      await holds(greeting, 'Olá, {{firstName}}!');
      await dialog.getByText('Olá, Maria!').waitFor();
      ana.expectProblems(/status of 422/);
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await dialog.getByText('Já existe uma fila com este nome.').waitFor();
      await holds(greeting, 'Olá, {{firstName}}!');
      await dialog.getByLabel('Nome').first().fill('Financeiro');
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await dialog.waitFor({ state: 'detached' });
      await rowOf(page, 'Financeiro').waitFor();
    },
  );

  check('queues are reordered by keys and by drag, and announced to screen readers', async (fixture) => {
    const { page } = await fixture.signIn('ana');
    await page.goto('/queues');
    await page.locator('[data-island="queue-list"][data-alive]').waitFor({ state: 'attached' });
    const before = await namesOf(page);
    const last = before.at(-1) ?? '';
    const handle = () => rowOf(page, last).locator('[data-move]');
    await handle().focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page
      .getByRole('status')
      .getByText(`${last}: posição ${before.length - 1} de ${before.length}`)
      .waitFor({ state: 'attached' });
    await until(
      'the row is one higher',
      async () => (await namesOf(page)).indexOf(last) === before.length - 2,
    );
    await hasFocus(handle());
    const to = await page.locator('#queue-rows tr').first().boundingBox();
    const from = await handle().boundingBox();
    if (!to || !from) throw new Error('there are no rows');
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, to.y + 20, { steps: 4 });
    await page.mouse.move(x, to.y + 4);
    await page.mouse.up();
    await until('the row is the first', async () => (await namesOf(page))[0] === last);
  });

  check('hours have a pane of their own, and a change of them a reminder', async (fixture) => {
    await (await fixture.scope()).write((tx) =>
      tx.db.insert(settings).values({ key: 'scheduleType', value: 'queue' }),
    );
    const ana = await fixture.signIn('ana');
    const { page } = ana;
    await page.goto('/queues');
    await page.getByRole('button', { name: 'Editar Vendas' }).click();
    const dialog = dialogOf(page);
    await dialog.getByText('Horários de atendimento').click();
    const friday = dialog.getByRole('group', { name: 'Sexta-feira' }).first();
    await friday.getByLabel('De', { exact: true }).fill('');
    await friday.getByLabel('Até').focus();
    await page.getByText('Clique em salvar para registar as alterações').waitFor();
    await dialog.getByText('Dados da fila').click();
    ana.expectProblems(/status of 422/);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Preencha o início e o fim').waitFor({ state: 'visible' });
    await friday.getByLabel('De', { exact: true }).fill('2200');
    await friday.getByLabel('Até').fill('0200');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  check('two levels of options by hand, reordered by keys; the phone walks them', async (fixture) => {
    const { page } = await fixture.signIn('ana');
    await page.goto('/queues');
    await page.getByRole('link', { name: 'Opções do chatbot de Vendas' }).click();
    await page.locator('[data-island="queue-options"][data-alive]').waitFor();
    await addOption(page, 'Preços');
    await addOption(page, 'Entregas');
    await expectText(page, '[ 2 ] - Entregas');

    await page.locator('.option-title', { hasText: 'Preços' }).click();
    await page.getByLabel('Mensagem', { exact: true }).fill('Veja, {{firstName}}:');
    await page.getByLabel('Título').focus();
    await page.getByText('Salvo', { exact: true }).waitFor();
    await addOption(page, 'Atacado', 'Preços');
    await addOption(page, 'Varejo', 'Preços');

    const varejo = page.getByRole('button', { name: /^Mover Varejo/ });
    await varejo.focus();
    await page.keyboard.press('ArrowUp');
    await until('Varejo is the first', async () => (await optionsOf(fixture)).includes('· 1 Varejo'));
    await hasFocus(varejo);
    expect(await optionsOf(fixture)).toEqual(['1 Preços', '2 Entregas', '· 1 Varejo', '· 2 Atacado']);

    await answer(page, '1');
    await expectText(page, 'Veja, Maria:');
    await expectText(page, '[ 1 ] - Varejo');
    await answer(page, '0');
    await expectText(page, '[ 1 ] - Preços');
    await answer(page, '2');
    await expectText(page, 'um atendente da fila responde');

    await page.getByRole('button', { name: 'Excluir Preços' }).click();
    await page
      .getByRole('group', { name: 'Excluir Preços e 2 opções abaixo dela?' })
      .getByRole('button', { name: 'Excluir' })
      .click();
    await until('one is left', async () => (await optionsOf(fixture)).join() === '1 Entregas');
  });

  check(
    'while an option is being added the next one is written; a deletion is sent once',
    async (fixture) => {
      const ana = await fixture.signIn('ana');
      const { page } = ana;
      await page.goto(`/queues/${fixture.people.queueId.Vendas}/options`);
      await page.locator('[data-island="queue-options"][data-alive]').waitFor();
      const hold = async (arrives: boolean) => {
        const [seen, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        await page.route('**/queue-options**', async (route) => {
          seen.resolve();
          await held.promise;
          await (arrives ? route.continue() : route.abort());
        });
        return async () => {
          await seen.promise;
          held.resolve();
          await page.unrouteAll({ behavior: 'wait' });
        };
      };
      const field = page.getByRole('textbox', { name: 'Nova opção', exact: true });
      const arrive = await hold(true);
      await field.pressSequentially('Trocas\nGarantia\nVa');
      await holds(field, 'Va');
      await arrive();
      await until('both', async () => (await optionsOf(fixture)).join().endsWith(' Trocas,3 Garantia'));
      await page.locator('.option-title', { hasText: 'Garantia' }).waitFor();
      await holds(field, 'Va');

      ana.expectProblems(/ERR_FAILED|Failed to fetch/);
      const fail = await hold(false);
      await field.pressSequentially('gas\ne');
      await fail();
      await counts(field, 2);
      await holds(field.first(), 'Vagas');
      await holds(field.last(), 'e');
      await field.first().press('Enter');
      await until('the refused one', async () => (await optionsOf(fixture)).join().endsWith(',4 Vagas'));
      await counts(field, 1);
      await holds(field, 'e');

      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'DELETE') sent.push(request.url());
      });
      for (const title of ['Trocas', 'Garantia']) {
        await page.getByRole('button', { name: `Excluir ${title}` }).click();
        const release = await hold(true);
        const yes = page
          .getByRole('group', { name: `Excluir ${title}?` })
          .getByRole('button', { name: 'Excluir' });
        await yes.dblclick();
        await yes.and(page.locator('[aria-busy="true"]')).waitFor();
        await release();
        await yes.waitFor({ state: 'detached' });
      }
      expect(sent).toHaveLength(2);
    },
  );

  check('on a phone the editor fits, and nothing sticks out', async (fixture) => {
    const { page } = await fixture.signIn('ana', { viewport: { width: 360, height: 740 } });
    for (const path of ['/queues', `/queues/${fixture.people.queueId.Vendas}/options`]) {
      await page.goto(path);
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 360]);
    }
  });

  check('an option that cannot be saved keeps its words', async (fixture) => {
    const ana = await fixture.signIn('ana');
    const { page } = ana;
    await page.goto(`/queues/${fixture.people.queueId.Vendas}/options`);
    await page.locator('[data-island="queue-options"][data-alive]').waitFor();
    await page.locator('.option-title', { hasText: 'Entregas' }).click();
    ana.expectProblems(/status of 400/);
    await page
      .getByLabel('Mensagem', { exact: true })
      .fill('Um texto longo que ninguém quer escrever de novo');
    await page.getByLabel('Título').fill(' ');
    await page.getByLabel('Título').press('Enter');
    await page.getByText('Obrigatório').waitFor();
    expect(await page.getByLabel('Mensagem', { exact: true }).inputValue()).toContain('de novo');
    const held = Promise.withResolvers<void>();
    await page.route('**/queue-options/*', (route) => held.promise.then(() => route.continue()));
    const reread = page.waitForResponse('**/queue-options?*');
    await page.getByLabel('Mensagem', { exact: true }).fill('Olá, {{sobrenome}}!');
    await page.getByLabel('Título').press('Enter');
    const unknown = page.getByText('A variável “sobrenome” não existe');
    await unknown.waitFor();
    held.resolve();
    await (await reread).finished();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await unknown.isVisible()).toBe(true);
    await page.unrouteAll({ behavior: 'wait' });
    for (const isOpen of [false, true]) {
      await page.locator('.option-title', { hasText: 'Entregas' }).click();
      expect(await page.getByLabel('Mensagem', { exact: true }).isVisible()).toBe(isOpen);
    }
    await holds(page.getByLabel('Mensagem', { exact: true }), 'Olá, {{sobrenome}}!');
    await page.getByLabel('Mensagem', { exact: true }).fill('Olá, {nome}!');
    await page.getByLabel('Título').fill('Entregas e prazos');
    await page.getByLabel('Título').press('Enter');
    await page.getByText('Salvo', { exact: true }).waitFor();
    await page.locator('.option-title', { hasText: 'Entregas e prazos' }).waitFor();
  });
});
