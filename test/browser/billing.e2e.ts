import { expect } from 'bun:test';
import { charges, companies } from '@db/platform/schema/index.ts';
import { desc, eq } from 'drizzle-orm';
import { sweepCharges } from '@/modules/billing/charges/poll-charges.service.ts';
import { makeDueInvoices } from '@/modules/billing/invoices/make-invoices.service.ts';
import { takePayments } from '../support/payments.ts';
import { emailOf, PASSWORD } from '../support/people.ts';
import { inspect, inspectPage } from './support/accessibility.ts';
import { workspaceOf } from './support/workspace.ts';
import { browserTests, type Fixture, until } from './support.ts';

const DAY_MS = 86_400_000;

async function endsIn(fixture: Fixture, days: number): Promise<void> {
  const { kernel } = fixture.dependencies;
  const dueDate = new Date(kernel.clock().getTime() + days * DAY_MS);
  await kernel.platform.write((tx) =>
    tx
      .update(companies)
      .set({ dueDate, recurrence: 'MENSAL', billingEmail: 'contas@aurora.test' })
      .where(eq(companies.id, fixture.people.companyId.aurora)),
  );
  await makeDueInvoices(kernel);
}

async function dueDateOf({ dependencies, people }: Fixture): Promise<Date | null | undefined> {
  const row = await dependencies.kernel.platform.db.query.companies.findFirst({
    where: eq(companies.id, people.companyId.aurora),
  });
  return row?.dueDate;
}

async function payNewest(fixture: Fixture, paid: Set<string>): Promise<void> {
  const { kernel } = fixture.dependencies;
  const row = await kernel.platform.db.query.charges.findFirst({ orderBy: desc(charges.id) });
  paid.add(row?.reference ?? '');
  await kernel.platform.write((tx) => tx.update(charges).set({ askedAt: null }));
  await sweepCharges(kernel);
}

browserTests('billing', {}, (check) => {
  let paid = new Set<string>();

  check('five days left: warned, checkout by keyboard, paid, and the due date has moved', async (fixture) => {
    paid = await takePayments(fixture.dependencies);
    await endsIn(fixture, 4);
    const before = await dueDateOf(fixture);
    const { page, expectProblems } = await fixture.signIn('ana');
    await page.goto('/tags');
    await page.locator('[data-notice="due"]').getByText('Sua assinatura vence em 4 dias.').waitFor();
    await page.getByRole('link', { name: 'Ver faturas' }).click();
    await page.waitForURL('**/financeiro');
    await page.getByRole('button', { name: /^Pagar a fatura/ }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.locator('dialog[open]');
    await dialog.getByText('2. Personalizar').waitFor();
    expectProblems(/status of 422/);
    await dialog.getByRole('button', { name: 'Próximo' }).click();
    await dialog.getByText('O nome completo é obrigatório').waitFor();
    await dialog.getByLabel('Nome completo').fill('Ana Lima');
    await dialog.getByLabel('Endereço').fill('Rua das Flores, 10');
    await dialog.getByLabel('Cidade').fill('Recife');
    await dialog.getByLabel('CEP').fill('50000-000');
    await dialog.getByLabel('CEP').press('Enter');
    await dialog.getByRole('radio', { name: 'Pix' }).waitFor();
    await dialog.getByRole('button', { name: 'Próximo' }).click();
    await dialog.getByText('Rua das Flores, 10').waitFor();
    await dialog.getByRole('button', { name: 'Pagar', exact: true }).click();
    await workspaceOf(page)
      .toast(/Assinatura realizada com sucesso!, aguardando/)
      .waitFor();
    await dialog.getByLabel('Pix copia e cola').waitFor();
    expect(await dialog.getByRole('timer').textContent()).toMatch(/^(59|60):\d\d$/);
    await until(
      'the time goes down',
      async () => (await dialog.getByRole('timer').textContent()) !== '60:00',
    );
    const found = await inspect(page, 'pix');
    expect(found).toEqual([]);
    await payNewest(fixture, paid);
    await dialog.getByText('Pagamento confirmado').waitFor();
    await workspaceOf(page)
      .toast(/renovada até/)
      .waitFor();
    await page.waitForURL((url) => url.pathname === '/');
    const after = await dueDateOf(fixture);
    expect((after?.getTime() ?? 0) - (before?.getTime() ?? 0)).toBeGreaterThan(27 * DAY_MS);
  });

  check('an administrator of an expired company pays and is let in', async (fixture) => {
    await endsIn(fixture, -3);
    const { page, expectProblems } = await fixture.visit();
    await page.goto('/login');
    await page.getByLabel('E-mail').fill(emailOf('ana'));
    await page.locator('[name=password]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.waitForURL('**/financeiro');
    await page.getByText(/Sua assinatura venceu em/).waitFor();
    expect(await page.locator('#menu').count()).toBe(0);
    expect(await inspectPage(page, '/financeiro')).toEqual([]);
    expectProblems(/status of 403/);
    await page.goto('/tickets');
    await page.waitForURL('**/financeiro');
    await page.getByRole('button', { name: 'Pagar agora' }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByRole('button', { name: 'Próximo' }).click();
    await dialog.getByText('3. Revisar').waitFor();
    await dialog.getByRole('button', { name: 'Pagar', exact: true }).click();
    await dialog.getByLabel('Pix copia e cola').waitFor();
    await payNewest(fixture, paid);
    await dialog.getByText('Pagamento confirmado').waitFor();
    await page.waitForURL((url) => url.pathname === '/');
    await page.locator('#menu').waitFor({ state: 'attached' });
  });

  check('its pages can be read by all', async (fixture) => {
    await endsIn(fixture, 3);
    const { page } = await fixture.signIn('ana');
    for (const path of ['/financeiro', '/subscription']) expect(await inspectPage(page, path)).toEqual([]);
  });
});
