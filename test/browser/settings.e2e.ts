import { expect } from 'bun:test';
import { auditEntries, holidays, settings, users } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { zonedParts, zonedTime } from '@/core/zoned-time.ts';
import { changeCompanyHours } from '@/modules/settings/company-hours.service.ts';
import { isOpenAt } from '@/modules/settings/opening-hours.logic.ts';
import type { CompanyView, SettingView } from '@/modules/settings/settings.views.ts';
import { hoursOf, hoursValues } from '@/schemas/service-hours.schema.ts';
import { emailOf, PASSWORD, setSuper } from '../support/people.ts';
import { inspectPage } from './support/accessibility.ts';
import { counts, hasFocus, holds, workspaceOf } from './support/workspace.ts';
import { browserTests, type Fixture, until } from './support.ts';

const option = (page: Page, label: string) => page.getByRole('switch', { name: label });
const time = (page: Page, range: string, end: 'De' | 'Até') =>
  page.getByRole('group', { name: range }).getByLabel(end);
const subject = (page: Page, name: string) => page.locator('.subjects').getByRole('link', { name });
const FRIDAY_NIGHT = 'Sexta-feira, segundo período';
const SAVED = 'Operação atualizada com sucesso.';

async function start({ scope, signIn }: Fixture, path = '/settings') {
  await (await scope()).write(async (tx) => {
    for (const table of [settings, auditEntries, holidays]) await tx.db.delete(table);
  });
  const visitor = await signIn('ana');
  await visitor.page.goto(path);
  return visitor;
}

const settingNow = async (page: Page, key: string) => {
  const reply = await page.request.get('/settings', { headers: { Accept: 'application/json' } });
  return ((await reply.json()) as SettingView[]).find((one) => one.key === key)?.value;
};

browserTests('settings', {}, (check) => {
  check('an option is saved as it is touched, and a second browser follows', async (fixture) => {
    const { page } = await start(fixture);
    await setSecondAdmin(fixture);
    const { page: other } = await fixture.signIn('rui');
    await other.goto('/settings');
    await option(page, 'Avaliação do atendimento').click();
    await workspaceOf(page).toast(SAVED).waitFor();
    await until('the other switch', () => option(other, 'Avaliação do atendimento').isChecked());
    expect(await settingNow(page, 'userRating')).toBe('enabled');

    await option(page, 'Ignorar grupos').focus();
    await page.keyboard.press('Space');
    await until('the other browser', async () => !(await option(other, 'Ignorar grupos').isChecked()));
    await hasFocus(option(page, 'Ignorar grupos'));
    expect(await option(page, 'Ignorar grupos').isChecked()).toBe(false);
    await page.keyboard.press('Space');
    await until('the other browser', () => option(other, 'Ignorar grupos').isChecked());

    await page.getByLabel('Horário de atendimento').selectOption('Da empresa');
    const followed = async () =>
      (await other.getByLabel('Horário de atendimento').inputValue()) === 'company';
    await until('the other select', followed);
  });

  check(
    'a search finds options and pages; on a phone the subjects come first, then one of them',
    async (fixture) => {
      const { page } = await start(fixture);
      const search = page.getByRole('searchbox', { name: 'Buscar nas configurações' });
      await search.pressSequentially('ligacoes');
      await option(page, 'Ignorar grupos').waitFor({ state: 'detached' });
      await option(page, 'Aceitar ligações').click();
      await workspaceOf(page).toast(SAVED).waitFor();
      await hasFocus(option(page, 'Aceitar ligações'));
      expect(new URL(page.url()).search).toBe('?q=ligacoes');
      expect(await option(page, 'Ignorar grupos').count()).toBe(0);
      await search.fill('');
      await option(page, 'Ignorar grupos').waitFor();

      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto('/settings');
      expect(await option(page, 'Aceitar ligações').isVisible()).toBe(false);
      await subject(page, 'Atendimento').click();
      await page.getByRole('heading', { level: 1, name: 'Atendimento' }).waitFor();
      expect(await option(page, 'Aceitar ligações').isChecked()).toBe(false);
      expect(await subject(page, 'Segurança').isVisible()).toBe(false);
      await page.getByRole('main').getByRole('link', { name: 'Configurações' }).click();
      await subject(page, 'Segurança').waitFor();
      await page.goto('/settings#setting-call');
      await option(page, 'Aceitar ligações').click();
      await workspaceOf(page).toast(SAVED).waitFor();
      expect(await option(page, 'Aceitar ligações').isVisible()).toBe(true);
    },
  );

  check('a time zone is chosen, and the page shows its time in any browser', async (fixture) => {
    const { page } = await start(fixture);
    const zone = page.getByLabel('Fuso horário');
    expect(await zone.inputValue()).toBe('America/Sao_Paulo');
    await zone.selectOption('America/Manaus');
    await workspaceOf(page).toast(SAVED).waitFor();
    expect(await page.locator('html').getAttribute('data-time-zone')).toBe('America/Manaus');
    expect(await zone.inputValue()).toBe('America/Manaus');
    expect(await settingNow(page, 'timeZone')).toBe('America/Manaus');
    await subject(page, 'Histórico').click();
    const changed = page.locator('time').first();
    const at = new Date((await changed.getAttribute('datetime')) ?? '');
    expect(await changed.textContent()).toContain(zonedParts(at, 'America/Manaus').time);
  });

  check(
    'hours: two ranges, a night, a mask; a refusal, a lost network, a reload, a lost session and a colleague’s save keep what was typed',
    async (fixture) => {
      const visitor = await start(fixture);
      const { page } = visitor;
      await subject(page, 'Horários').click();
      await page.getByLabel('Horário de atendimento').selectOption('Da empresa');
      await page.getByText('Ainda não há horários').waitFor();
      const monday = 'Segunda-feira, primeiro período';
      expect(await time(page, monday, 'De').inputValue()).toBe('08:00');
      expect(await time(page, 'Sábado, primeiro período', 'Até').inputValue()).toBe('12:00');

      await time(page, monday, 'Até').click();
      await time(page, monday, 'Até').fill('');
      await page.keyboard.type('1200');
      await page.keyboard.press('Tab');
      await hasFocus(time(page, 'Segunda-feira, segundo período', 'De'));
      await page.keyboard.type('11');
      await page.keyboard.press('Tab');
      await holds(time(page, 'Segunda-feira, segundo período', 'De'), '11:00');
      await page.keyboard.type('18:3');
      await page.keyboard.press('Tab');
      await holds(time(page, 'Segunda-feira, segundo período', 'Até'), '18:30');
      await time(page, FRIDAY_NIGHT, 'De').fill('22:00');
      await time(page, FRIDAY_NIGHT, 'Até').fill('02:00');
      visitor.expectProblems(/status of 422/);
      await page.getByRole('button', { name: 'Salvar' }).click();
      await page.getByText('Os dois períodos se sobrepõem').waitFor();
      const isThere = async () => {
        const fields = [time(page, 'Segunda-feira, segundo período', 'De'), time(page, FRIDAY_NIGHT, 'De')];
        const shown = await Promise.all(fields.map((field) => field.inputValue()));
        expect(shown).toEqual(['11:00', '22:00']);
      };
      await isThere();
      visitor.expectProblems(
        /ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 401|HTTP Authentication failed/,
      );
      await visitor.context.setOffline(true);
      await page.getByRole('button', { name: 'Salvar' }).click();
      await workspaceOf(page).toast('Sem conexão com o servidor.').waitFor();
      await isThere();
      await visitor.context.setOffline(false);
      await page.reload();
      await workspaceOf(page).toast('O que você tinha escrito foi recuperado.').waitFor();
      await isThere();
      await fixture.signIn('ana');
      await page.waitForURL('**/login*');
      await page.getByLabel('E-mail').fill(emailOf('ana'));
      await page.locator('[name=password]').fill(PASSWORD);
      await page.getByRole('button', { name: 'Entrar' }).click();
      await page.waitForURL('**/settings/hours');
      await workspaceOf(page).toast('O que você tinha escrito foi recuperado.').waitFor();
      await isThere();

      const hours = { ...hoursValues([]), 'hours.tuesday.startTime': '10:00' };
      await changeCompanyHours(await fixture.scope(), {
        companyId: fixture.people.companyId.aurora,
        hours: hoursOf(hours) ?? [],
      });
      await time(page, 'Segunda-feira, segundo período', 'De').fill('13:00');
      await page.getByRole('button', { name: 'Salvar' }).click();
      await page.getByRole('alert').getByText('alguém mudou').waitFor();
      expect(await time(page, 'Terça-feira, primeiro período', 'De').inputValue()).toBe('10:00');
      expect(await time(page, FRIDAY_NIGHT, 'De').inputValue()).toBe('22:00');
      await page.getByRole('button', { name: 'Salvar' }).click();
      await workspaceOf(page).toast('Horários atualizados com sucesso.').waitFor();
      await page.getByText('Ainda não há horários').waitFor({ state: 'detached' });

      const reply = await page.request.get(`/companies/${fixture.people.companyId.aurora}`, {
        headers: { Accept: 'application/json' },
      });
      const { schedules } = (await reply.json()) as CompanyView;
      expect(schedules).toHaveLength(7);
      expect(schedules[0]).toMatchObject({
        startTime: '08:00',
        endTime: '12:00',
        startTimeB: '13:00',
        endTimeB: '18:30',
      });
      expect(schedules[1]).toMatchObject({ startTime: '10:00' });
      const isOpen = (day: string, at: string) =>
        isOpenAt(schedules, [], zonedTime(day, at, 'America/Sao_Paulo'), 'America/Sao_Paulo');
      expect(isOpen('2026-11-28', '01:30')).toBe(true);
      expect(isOpen('2026-11-23', '12:30')).toBe(false);
    },
  );

  check('a holiday is added, changed and deleted; the national ones are a suggestion', async (fixture) => {
    const { page } = await start(fixture);
    await subject(page, 'Horários').click();
    await page.getByLabel('Horário de atendimento').selectOption('Por fila');
    await page.getByText('Nenhum feriado ainda').waitFor();
    expect(await page.getByRole('group', { name: /período/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Adicionar feriado' }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('Nome').fill('Aniversário da cidade');
    await dialog.getByLabel('Data').fill('2026-01-25');
    await dialog.getByRole('switch', { name: 'Todo ano' }).check();
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await workspaceOf(page).toast('Feriado adicionado.').waitFor();
    const rows = page.locator('#holiday-rows tr[data-key]');
    await rows.getByText('25/01').waitFor();

    await page.getByRole('button', { name: 'Feriados nacionais' }).click();
    await counts(dialog.getByRole('checkbox'), 17);
    await dialog.getByRole('checkbox', { name: /Natal/ }).uncheck();
    await dialog.getByRole('button', { name: 'Adicionar' }).click();
    await counts(rows, 17);
    expect(await rows.filter({ hasText: 'Natal' }).count()).toBe(0);

    await page.getByRole('button', { name: 'Excluir Aniversário da cidade' }).click();
    await dialog.getByRole('button', { name: 'Excluir' }).click();
    await counts(rows, 16);
  });

  check('the history says who changed what, and follows', async (fixture) => {
    const { page } = await start(fixture, '/settings/history');
    await page.getByText('Nenhuma alteração ainda').waitFor();
    await setSecondAdmin(fixture);
    const { page: other } = await fixture.signIn('rui');
    await other.goto('/settings');
    await option(other, 'Aceitar ligações').click();
    const row = page.locator('#setting-change-rows tr[data-key]');
    await row.getByText('Ativado → Desativado').waitFor();
    expect(await row.textContent()).toMatch(/Aceitar ligações[\s\S]*Rui/);
  });

  check('the platform’s administrators set keys that are not shown back', async (fixture) => {
    const { page } = await start(fixture);
    expect(await page.getByLabel('Chave de API do Asaas').count()).toBe(0);
    await setSuper(fixture.dependencies.kernel, fixture.people, 'ana');
    await page.reload();
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/build/stored-forms-')),
    );
    const key = page.getByLabel('Chave de API do Asaas', { exact: true });
    await key.fill('a-secret-of-the-bank');
    await key.press('Enter');
    await workspaceOf(page).toast(SAVED).first().waitFor();
    await page.getByRole('button', { name: 'Remover Chave de API do Asaas' }).waitFor();
    await holds(key, '');
    expect(await page.content()).not.toContain('a-secret-of-the-bank');
    expect(await settingNow(page, 'asaas')).toBe('a-secret-of-the-bank');
    await page.getByRole('button', { name: 'Remover Chave de API do Asaas' }).click();
    await until('no key', async () => (await settingNow(page, 'asaas')) === '');
    await page.getByLabel('Período de teste').selectOption('7 dias');
    await until('the trial', async () => (await settingNow(page, 'trial')) === '7');
    await setSuper(fixture.dependencies.kernel, fixture.people, 'ana', false);
  });

  check('wide and narrow, light and dark, axe finds nothing, nothing is out of reach', async (fixture) => {
    const { page } = await start(fixture);
    await page.getByLabel('Horário de atendimento').selectOption('Da empresa');
    await setSuper(fixture.dependencies.kernel, fixture.people, 'ana');
    const found: string[] = [];
    for (const path of [
      '/settings',
      '/settings?subject=automatic',
      '/settings?q=feriado',
      '/settings/hours',
      '/settings/history',
      '/platform',
      '/platform?q=teste',
      '/settings/companies',
    ])
      found.push(...(await inspectPage(page, path)));
    await setSuper(fixture.dependencies.kernel, fixture.people, 'ana', false);
    expect(found).toEqual([]);
  });

  check('first steps tick themselves off, lead to their pages and are put away', async (fixture) => {
    const { page } = await fixture.signIn('davi');
    await page.goto('/tickets');
    const steps = page.getByRole('region', { name: 'Primeiros passos' });
    await steps.getByRole('link', { name: 'Conecte um número de WhatsApp' }).waitFor();
    expect(await steps.getByRole('link', { name: 'Crie uma fila' }).count()).toBe(0);
    await steps.getByRole('link', { name: 'Conecte um número de WhatsApp' }).click();
    await page.waitForURL('**/first-steps?step=number');
    await page.goBack();
    await steps.getByRole('button', { name: 'Ocultar os primeiros passos' }).click();
    await steps.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('Olá! Em que vamos ajudar agora?').waitFor();
    expect(await steps.count()).toBe(0);
  });
});

async function setSecondAdmin({ scope, people }: Fixture): Promise<void> {
  await (await scope()).write((tx) =>
    tx.db.update(users).set({ profile: 'admin' }).where(eq(users.id, people.userId.rui)),
  );
}
