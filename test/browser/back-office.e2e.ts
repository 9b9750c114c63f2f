import { expect } from 'bun:test';
import { sessions } from '@db/platform/schema/index.ts';
import type { Page } from 'playwright-core';
import { setSuper } from '../support/people.ts';
import { inspect, inspectPage } from './support/accessibility.ts';
import { isOneSheet } from './support/paper.ts';
import { logIn, PASSWORD } from './support/people.ts';
import { hasFocus, workspaceOf } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

const LIA = 'lia@estrela.test';
const COMPANIES = '/settings/companies';

const dialogOf = (page: Page) => page.locator('dialog[open]');
const rowOf = (page: Page, name: string) =>
  page.locator('tbody tr[data-key]').filter({ has: page.getByText(name, { exact: true }) });
const subjectOf = (page: Page, name: string) => page.locator('.subjects').getByRole('link', { name });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

browserTests('the platform’s administrator', {}, (check) => {
  check('makes a plan, and registers a company with it', async (fixture) => {
    await setSuper(fixture.dependencies.kernel, fixture.people, 'davi');
    const { page, expectProblems } = await fixture.signIn('davi');
    await page.goto('/settings/plans');
    await page.getByRole('button', { name: 'Adicionar plano' }).click();
    await dialogOf(page).getByLabel('Nome').fill('Equipe');
    await dialogOf(page).getByLabel('Valor por mês').fill('1.049,90');
    await dialogOf(page).getByLabel('Usuários').fill('5');
    await dialogOf(page).getByLabel('Usuários').press('Enter');
    await rowOf(page, 'Equipe').getByText('R$ 1.049,90').waitFor();

    await page.getByRole('link', { name: 'Cadastrar empresa' }).click();
    expectProblems(/status of 422/);
    const form = page.locator('#company-form');
    await form.getByLabel('Nome', { exact: false }).first().fill('Aurora');
    await form.getByLabel('E-mail').fill(LIA);
    await form.locator('[name=password]').fill(PASSWORD);
    await form.getByLabel('Plano').selectOption('Equipe');
    await form.getByRole('button', { name: 'Salvar' }).click();
    await form.getByText('Já existe uma empresa com este nome.').waitFor();
    await workspaceOf(page).toast('Verifique se já existe uma empresa com o mesmo nome').waitFor();
    await form.locator('[name=name]').fill('Estrela');
    await form.locator('[name=password]').fill(PASSWORD);
    await form.getByLabel('Recorrência').selectOption('Trimestral');
    const due = form.getByLabel('Data de vencimento');
    await due.fill('2031-11-30');
    await form.getByRole('button', { name: '+ Vencimento' }).click();
    await until('the next due date', async () => (await due.inputValue()) === '2032-02-29');
    await due.fill(inDays(30));
    await form.getByRole('button', { name: 'Salvar' }).click();
    await page.waitForURL(/companies\/\d+$/);
    await workspaceOf(page).toast('Operação realizada com sucesso!').first().waitFor();
    await page.locator('[data-use=users]').getByText('limite de 5').waitFor();
    expect(await inspect(page, 'a company')).toEqual([]);
  });

  check('blocks it, whose open pages end, and lets it in again', async (fixture) => {
    const { page, expectProblems } = await fixture.signIn('davi');
    await page.goto(COMPANIES);
    await page.getByRole('link', { name: 'Estrela', exact: true }).click();
    const path = new URL(page.url()).pathname;
    const form = page.locator('#company-form');
    const lia = await fixture.visit();
    lia.expectProblems(/status of 40[13]/);
    await logIn(lia.page, LIA);
    const boxOf = (name: string) => form.getByRole('button', { name, exact: true }).boundingBox();
    const [remove, save] = [await boxOf('Excluir'), await boxOf('Salvar')];
    expect((save?.x ?? 0) - (remove?.x ?? 0)).toBeGreaterThan(300);
    await form.getByRole('switch', { name: 'Ativa' }).uncheck();
    await form.getByRole('button', { name: 'Salvar' }).click();
    await lia.page.waitForURL('**/login?ended=expired');
    await lia.page.getByLabel('E-mail').fill(LIA);
    await lia.page.locator('[name=password]').fill(PASSWORD);
    await lia.page.getByRole('button', { name: 'Entrar' }).click();
    await lia.page.getByRole('alert').waitFor();
    await page.goto(COMPANIES);
    await rowOf(page, 'Estrela').getByText('Bloqueada').waitFor();
    expect(await inspect(page, 'companies')).toEqual([]);
    await page.goto(path);
    await form.getByRole('switch', { name: 'Ativa' }).check();
    await form.getByRole('button', { name: 'Salvar' }).click();
    await workspaceOf(page).toast('Operação realizada com sucesso!').first().waitFor();
    await lia.page.goto('/tickets');
    await lia.page.locator('#workspace').waitFor();
    await page.goto(COMPANIES);
    await fixture.dependencies.kernel.platform.write((tx) =>
      tx.update(sessions).set({ provenAt: new Date(0) }),
    );
    expectProblems(/status of 422/);
    await page.getByRole('button', { name: 'Bloquear Estrela' }).click();
    await hasFocus(dialogOf(page).getByRole('button', { name: 'Cancelar' }));
    await dialogOf(page).getByRole('button', { name: 'Bloquear' }).click();
    await page.locator('#proof-dialog [name=proof]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await lia.page.waitForURL('**/login?ended=expired');
    await rowOf(page, 'Estrela').getByText('Bloqueada').waitFor();
    await page.getByRole('button', { name: 'Desbloquear Estrela' }).click();
    await dialogOf(page).getByRole('button', { name: 'Desbloquear' }).click();
    await rowOf(page, 'Estrela').getByText('Bloqueada').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Várias de uma vez' }).click();
    const [action, plan] = [
      dialogOf(page).getByLabel('O que fazer'),
      dialogOf(page).getByLabel('Novo plano'),
    ];
    await action.selectOption('block');
    expect(await plan.isVisible()).toBe(false);
    await action.selectOption('plan');
    await plan.waitFor();
  });

  check('visits it, marked on every page, and can change nothing', async (fixture) => {
    const { page, expectProblems } = await fixture.signIn('davi');
    expectProblems(/status of 403/);
    await page.goto(COMPANIES);
    await page.getByRole('button', { name: 'Visitar Estrela' }).click();
    const notice = page.getByRole('status').filter({ hasText: 'Você está vendo a empresa Estrela somente' });
    await notice.waitFor();
    expect(await inspectPage(page, '/tags')).toEqual([]);
    await notice.waitFor();
    await page.getByRole('button', { name: 'Adicionar tag' }).click();
    await dialogOf(page).getByLabel('Nome').fill('De visita');
    await dialogOf(page).getByRole('button', { name: 'Salvar' }).click();
    await workspaceOf(page).toast('nada pode ser alterado').waitFor();
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });
    await page.goto('/tags');
    expect(await page.getByText('De visita').count()).toBe(0);
    await notice.getByRole('button').click();
    await page.waitForURL(`**${COMPANIES}`);
    expect(await notice.count()).toBe(0);
  });

  check('deletes it by typing its name, and brings it back from the bin', async (fixture) => {
    const { page, expectProblems } = await fixture.signIn('davi');
    expectProblems(/status of 422/);
    const lia = await fixture.visit();
    lia.expectProblems(/status of 40[13]/);
    await logIn(lia.page, LIA);
    await page.goto(COMPANIES);
    await page.getByRole('button', { name: 'Excluir Estrela' }).click();
    await dialogOf(page).getByText('Deseja realmente excluir esse registro?').waitFor();
    await page.setViewportSize({ width: 360, height: 340 });
    await dialogOf(page).getByLabel('Digite Estrela para confirmar').fill('estrela');
    await page.keyboard.press('Enter');
    const error = dialogOf(page).getByText('O nome não é o da empresa');
    await error.waitFor();
    const foot = await dialogOf(page).locator('.dialog-foot').boundingBox();
    await until('the whole error above the buttons', async () => {
      const box = await error.boundingBox();
      return box !== null && box.y + box.height <= (foot?.y ?? 0);
    });
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialogOf(page).getByLabel('Digite Estrela para confirmar').fill('Estrela');
    await page.keyboard.press('Enter');
    await lia.page.waitForURL('**/login?ended=expired');
    await rowOf(page, 'Estrela').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Lixeira' }).click();
    await rowOf(page, 'Estrela').waitFor();
    expect(await inspect(page, 'the bin')).toEqual([]);
    await page.getByRole('button', { name: 'Recuperar Estrela' }).click();
    await page.getByText('A lixeira está vazia').waitFor();
    await logIn(lia.page, LIA);
    await page.getByRole('link', { name: 'Empresas' }).last().click();
    await rowOf(page, 'Estrela').getByText('Ativa', { exact: true }).waitFor();
  });

  check('erases it from the bin, and keeps its certificate', async (fixture) => {
    const { page, expectProblems } = await fixture.signIn('davi');
    expectProblems(/status of 422/);
    await page.goto(COMPANIES);
    await page.getByRole('button', { name: 'Excluir Estrela' }).click();
    await dialogOf(page).getByLabel('Digite Estrela para confirmar').fill('Estrela');
    await page.keyboard.press('Enter');
    await rowOf(page, 'Estrela').waitFor({ state: 'detached' });
    await dialogOf(page).waitFor({ state: 'detached' });
    await page.goto(`${COMPANIES}/erasures`);
    await page.getByText('Nenhuma empresa foi apagada').waitFor();
    await page.getByRole('link', { name: 'Lixeira' }).click();
    await fixture.dependencies.kernel.platform.write((tx) =>
      tx.update(sessions).set({ provenAt: new Date(0) }),
    );
    await page.getByRole('button', { name: 'Apagar agora: Estrela' }).click();
    await dialogOf(page).getByText('Isso não pode ser desfeito').waitFor();
    const typed = dialogOf(page).getByLabel('Digite Estrela para confirmar');
    await typed.fill('estrela');
    await page.keyboard.press('Enter');
    const proof = page.locator('#proof-dialog [name=proof]');
    await proof.fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialogOf(page).getByText('O nome não é o da empresa').waitFor();
    expect(await inspect(page, 'erasing a company', undefined, true)).toEqual([]);
    await typed.fill('Estrela');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/erasures/*');
    const pdf = page.getByRole('link', { name: 'Baixar PDF' });
    await pdf.waitFor({ timeout: 60_000 });
    await page.getByText('1 usuário').waitFor();
    expect(await page.locator('main').textContent()).not.toContain('Estrela');
    expect(await inspect(page, 'the certificate of a company')).toEqual([]);
    await isOneSheet(page);
    const saving = page.waitForEvent('download');
    await pdf.click();
    expect((await saving).suggestedFilename()).toMatch(/^certificado-[\w-]+\.pdf$/);
    await page.getByRole('link', { name: 'Empresas apagadas' }).click();
    await page.locator('#company-erasure-rows tr[data-key]').getByText('Concluído').waitFor();
    expect(await inspect(page, 'erased companies')).toEqual([]);
    await page.goto(`${COMPANIES}/bin`);
    await page.getByText('A lixeira está vazia').waitFor();
  });

  check('finds pages and settings in a list of subjects, which a phone shows first', async (fixture) => {
    await setSuper(fixture.dependencies.kernel, fixture.people, 'davi');
    const { page } = await fixture.signIn('davi');
    await page.goto('/platform');
    const search = page.getByRole('searchbox', { name: 'Buscar na plataforma' });
    await search.pressSequentially('teste');
    await page.getByLabel('Período de teste').selectOption('5 dias');
    await workspaceOf(page).toast('Operação atualizada com sucesso.').waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/platform?q=teste');
    await search.fill('');
    await page.getByText('Receita mensal').waitFor();

    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/platform');
    const figures = page.getByText('Receita mensal');
    expect(await figures.isVisible()).toBe(false);
    await subjectOf(page, 'Visão geral').click();
    await figures.waitFor();
    expect(await subjectOf(page, 'Planos').isVisible()).toBe(false);
    await page.goBack();
    await subjectOf(page, 'Planos').click();
    await page.getByRole('heading', { level: 1, name: 'Planos' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Planos' }).count()).toBe(1);
    await page.getByRole('main').getByRole('link', { name: 'Plataforma' }).click();
    await subjectOf(page, 'Faturas').waitFor();
  });
});
