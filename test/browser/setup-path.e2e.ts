import { expect } from 'bun:test';
import { companies } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { platformScope } from '@/core/platform-scope.ts';
import { setPlatformValue } from '@/modules/settings/platform-values.service.ts';
import { PASSWORD } from '../support/people.ts';
import { inspect } from './support/accessibility.ts';
import { qrOf } from './support/line.ts';
import { browserTests, type Fixture, until } from './support.ts';

const check = (page: Page) => page.locator('[data-check]');
const says = (page: Page, why: string) => page.locator(`[data-check="${why}"]`).waitFor();
const next = (page: Page) => page.locator('#setup-next').click();
const dialog = (page: Page) => page.locator('dialog[open]');
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Salvar', exact: true }).click();

async function signUp({ dependencies }: Fixture, page: Page, owner: string): Promise<number> {
  const { platform } = dependencies.kernel;
  for (const key of ['allowregister', 'viewregister'])
    await setPlatformValue(platformScope(dependencies.kernel), { key, value: 'enabled' });
  await page.goto('/signup');
  await page.getByLabel('Nome da empresa').fill(`Padaria ${owner}`);
  await page.getByLabel('E-mail').fill(`${owner}@padaria.test`);
  await page.getByLabel('Telefone').pressSequentially('11988887777');
  await page.locator('[name=password]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Cadastrar' }).click();
  await page.waitForURL('**/login**');
  const company = await until('the company', () =>
    platform.db.query.companies.findFirst({ where: eq(companies.email, `${owner}@padaria.test`) }),
  );
  await page.getByLabel('E-mail').fill(`${owner}@padaria.test`);
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('[name=password]').press('Enter');
  await page.getByRole('heading', { name: 'Painel' }).waitFor();
  return company.id;
}

async function addQueue(page: Page, name: string): Promise<void> {
  await page.locator('#setup-add-queue').click();
  await dialog(page).getByLabel('Nome').fill(name);
  await save(page);
  await page.locator('#setup-queues').getByRole('checkbox', { name }).waitFor();
}

async function isTidy(page: Page, width: number): Promise<void> {
  expect(await inspect(page, `set-up, ${width}`)).toEqual([]);
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
}

browserTests('set-up', {}, (test) => {
  for (const [owner, width, phone] of [
    ['marta', 1280, '5511900000071'],
    ['olga', 360, '5511900000072'],
  ] as const)
    test(`a new company goes the whole path, ${width} px wide`, async (fixture) => {
      const { dependencies, network } = fixture;
      const { page, expectProblems } = await fixture.visit({ viewport: { width, height: 800 } });
      expectProblems(/status of 422/);
      const companyId = await signUp(fixture, page, owner);
      await page.locator('#setup-path').click();

      await says(page, 'noLine');
      await page.locator('#setup-add-line').click();
      await dialog(page).getByLabel('Nome').fill('Padaria');
      await save(page);
      await says(page, 'notConnected');
      const device = network.phone({ number: phone, name: owner });
      await device.scan(await qrOf(dependencies, companyId, 1));
      await says(page, 'done');
      await dialog(page).waitFor({ state: 'detached' });
      await isTidy(page, width);

      await next(page);
      await says(page, 'noQueue');
      await addQueue(page, 'Encomendas');
      await says(page, 'notOffered');
      await addQueue(page, 'Entregas');
      for (const name of ['Encomendas', 'Entregas'])
        await page.locator('#setup-queues').getByRole('checkbox', { name }).check();
      await page.locator('#setup-queues').getByRole('button', { name: 'Salvar e continuar' }).click();
      await page.waitForURL('**/first-steps?step=texts');
      await says(page, 'noHours');

      // Another browser goes on where the first one stopped.
      await page.goto('/first-steps');
      await says(page, 'noHours');
      await page.getByRole('heading', { name: 'Saudação, horário e mensagem fora do expediente' }).waitFor();
      const texts = page.locator('#setup-texts');
      expect(await texts.getByLabel('Mensagem de saudação').inputValue()).toContain('Olá!');
      const absence = texts.getByLabel('Mensagem fora do expediente');
      expect(await absence.inputValue()).toContain('fora do horário');
      await absence.fill('');
      await texts.getByRole('button', { name: 'Salvar e continuar' }).click();
      await texts.locator('.field-error').first().waitFor();
      await says(page, 'noHours');
      await absence.fill('Voltamos às 8h.');
      await isTidy(page, width);
      await texts.getByRole('button', { name: 'Salvar e continuar' }).click();
      await page.waitForURL('**/first-steps?step=people');

      await says(page, 'alone');
      await page.locator('#setup-add-person').click();
      await dialog(page).getByLabel('Nome').fill('Lia');
      await dialog(page).getByLabel('E-mail').fill(`lia-${owner}@padaria.test`);
      await dialog(page).locator('[name=password]').fill(PASSWORD);
      await save(page);
      await says(page, 'noQueueOf');
      await page.getByRole('button', { name: 'Escolher filas: Lia' }).click();
      await dialog(page).getByRole('checkbox', { name: 'Entregas' }).check();
      await save(page);
      await says(page, 'done');
      await isTidy(page, width);

      await next(page);
      await says(page, 'nothingYet');
      await page.getByRole('link', { name: `https://wa.me/${phone}?text=Oi` }).waitFor();
      await page.getByRole('img', { name: 'QR code que abre uma conversa com o número' }).waitFor();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
      const customer = network.phone({ number: phone.replace('9000000', '9111111'), name: 'Cliente' });
      await customer.send(device, { text: 'Oi' });
      await says(page, 'done');
      await page.locator('[data-arrival]').getByText('“Oi”').waitFor();
      await page.getByRole('link', { name: 'Abrir o atendimento' }).click();
      await page.waitForURL(/\/tickets\/[\da-f-]{36}/);
    });

  test('an agent never sees the path', async (fixture) => {
    const { page } = await fixture.signIn('bia');
    await page.goto('/first-steps');
    await page.waitForURL('**/tickets');
    expect(await check(page).count()).toBe(0);
  });
});
