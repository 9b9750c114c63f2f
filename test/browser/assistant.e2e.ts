import { expect } from 'bun:test';
import { aiUsage } from '@db/tenant/schema/index.ts';
import { type Models, startModels } from '@test/support/models.ts';
import { today } from '@/core/zoned-time.ts';
import { switchAssistantOn } from '@/modules/assistant/switched-on.test-support.ts';
import { changeSetting } from '@/modules/settings/settings.service.ts';
import { promptPaths } from '@/paths.ts';
import { ticketPath } from '@/ticket-path.ts';
import { reachOf } from '../responders/turn.ts';
import { inspect, inspectPage } from './support/accessibility.ts';
import { customer } from './support/customers.ts';
import { tone } from './support/files.ts';
import { hasFocus, workspaceOf } from './support/workspace.ts';
import { browserTests, type Fixture, until } from './support.ts';

async function withModels(fixture: Fixture, work: (models: Models) => Promise<void>): Promise<void> {
  const models = await startModels();
  try {
    Object.assign(fixture.dependencies.kernel.services, reachOf(models.url));
    await switchAssistantOn(await fixture.scope(), fixture.people.queueId.Vendas, { baseUrl: models.url });
    await work(models);
  } finally {
    models.stop();
  }
}

browserTests('the assistant of who answers', { line: true }, (check) => {
  let talk = '';
  check('writes what is read before it is sent, sums up, and writes voice notes down', (fixture) =>
    withModels(fixture, async (models) => {
      const { uuid, phone } = await customer(fixture, { name: 'Rita', text: 'tem bicicleta?', of: 'ana' });
      talk = ticketPath(uuid);
      const ana = await fixture.signIn('ana');
      const { page } = ana;
      const workspace = workspaceOf(page);
      const card = page.locator('[data-assistant-card]');
      const button = (name: string) => card.getByRole('button', { name, exact: true });
      const ask = async (item: string) => {
        const assistant = page.getByRole('button', { name: 'Assistente', exact: true });
        if (!(await assistant.isVisible())) await page.locator('[aria-controls="composer-tools"]').click();
        await assistant.click();
        await page.getByRole('menuitem', { name: item, exact: true }).click();
      };
      await page.goto(talk);
      await models.next({ text: 'Temos várias, Rita!' });
      const scope = await fixture.scope();
      const nearly = { day: today(scope), purpose: 'answer' as const, promptTokens: 79_960 };
      await changeSetting(scope, { key: 'aiMonthlyTokens', value: '100000' });
      await scope.write((tx) => tx.db.insert(aiUsage).values(nearly));
      await ask('Sugerir uma resposta');
      await card.getByText('Temos várias, Rita!').waitFor();
      await hasFocus(button('Usar'));
      await workspace.toast('Mais de 80 % do limite').waitFor();
      await page.keyboard.press('Enter');
      const written = () => workspace.field.inputValue();
      await until('the words', async () => (await written()) === 'Temos várias, Rita!');
      await page.getByRole('button', { name: 'Voltar ao texto anterior' }).click();
      expect(await written()).toBe('');

      await workspace.field.fill('ja vejo');
      await models.next({ hangs: true });
      await ask('Deixar mais formal');
      await card.getByText('O assistente está escrevendo…').waitFor();
      await button('Cancelar').click();
      await hasFocus(workspace.field);
      ana.expectProblems(/status of 502/);
      await models.next({ status: 401 });
      await ask('Deixar mais formal');
      await card.getByText('O assistente não conseguiu responder.').waitFor();
      expect(await written()).toBe('ja vejo');
      await models.next({ text: 'Já verifico para você.' });
      await button('Gerar de novo').click();
      await button('Usar').click();
      await workspace.field.press('Enter');
      await workspace.bubble('Já verifico para você.').waitFor();

      await models.next({ text: 'Rita quer uma bicicleta.' });
      await ask('Resumir a conversa');
      await card.getByText('Rita quer uma bicicleta.').waitFor();
      await page.keyboard.press('Escape');
      await card.waitFor({ state: 'detached' });

      const question = workspace.bubble('tem bicicleta?');
      await question.hover();
      await question.locator('[data-message-menu]').click();
      await models.next({ text: 'Há bicicleta?' });
      await page.locator('[data-menu="translate"]').click();
      await card.getByText('Há bicicleta?').waitFor();
      await button('Fechar').click();

      await phone.send(fixture.owner, { audio: tone(1), mimetype: 'audio/wav', ptt: true });
      await models.next({ transcript: `Quero uma bicicleta azul. ${'Com cesta. '.repeat(20)}` });
      await page.getByRole('button', { name: 'Transcrever' }).click();
      const transcript = page.getByRole('group', { name: 'Transcrição do áudio' });
      await transcript.getByRole('button', { name: 'Mostrar tudo' }).click();
      await transcript.getByRole('button', { name: 'Mostrar menos' }).waitFor();
    }),
  );

  check('is readable and in reach at both widths, and so are its settings', (fixture) =>
    withModels(fixture, async (models) => {
      await models.next({ text: 'Posso reservar uma azul.' });
      const { page } = await fixture.signIn('ana');
      const card = page.locator('[data-assistant-card]');
      const found = await inspect(page, 'a suggestion', async () => {
        if (await card.isVisible()) return;
        await page.goto(talk);
        const assistant = page.getByRole('button', { name: 'Assistente', exact: true });
        if (!(await assistant.isVisible())) await page.locator('[aria-controls="composer-tools"]').click();
        await assistant.click();
        await page.getByRole('menuitem', { name: 'Sugerir uma resposta' }).click();
        await card.getByText('Posso reservar uma azul.').waitFor();
      });
      found.push(...(await inspectPage(page, promptPaths.assistant())));
      expect(found).toEqual([]);
    }),
  );
});
