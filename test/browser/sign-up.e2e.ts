import { expect } from 'bun:test';
import { charges, companies } from '@db/platform/schema/index.ts';
import { desc, eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { platformScope } from '@/core/platform-scope.ts';
import { sweepCharges } from '@/modules/billing/charges/poll-charges.service.ts';
import { setPlatformValue } from '@/modules/settings/platform-values.service.ts';
import { takePayments } from '../support/payments.ts';
import { emailOf, PASSWORD } from '../support/people.ts';
import { inspect, inspectPage } from './support/accessibility.ts';
import { logIn } from './support/people.ts';
import { hasFocus, reads, workspaceOf } from './support/workspace.ts';
import { browserTests, type Fixture, until } from './support.ts';

const OWNER = 'marta@padaria.test';
const NEW_PASSWORD = 'Uma senha bem nova 7';
const DAY_MS = 86_400_000;

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.locator('[name=password]').fill(password);
  await page.locator('[name=password]').press('Enter');
  await page.getByRole('heading', { name: 'Painel' }).waitFor();
}

const founded = ({ dependencies }: Fixture) =>
  dependencies.kernel.platform.db.query.companies.findFirst({ where: eq(companies.email, OWNER) });

async function payNewest({ dependencies: { kernel } }: Fixture, paid: Set<string>): Promise<void> {
  const row = await kernel.platform.db.query.charges.findFirst({ orderBy: desc(charges.id) });
  paid.add(row?.reference ?? '');
  await kernel.platform.write((tx) => tx.update(charges).set({ askedAt: null }));
  await sweepCharges(kernel);
}

browserTests('sign-up, passwords, invitations', { mail: true }, (check) => {
  check('a company founds itself, comes in, is warned, and pays before its trial ends', async (fixture) => {
    const platform = platformScope(fixture.dependencies.kernel);
    for (const key of ['allowregister', 'viewregister'])
      await setPlatformValue(platform, { key, value: 'enabled' });
    const paid = await takePayments(fixture.dependencies);
    const { page, expectProblems } = await fixture.visit();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Cadastre-se' }).click();
    await page.getByLabel('Nome da empresa').fill('Padaria Sol');
    await page.getByLabel('E-mail').fill(OWNER);
    await page.getByLabel('Telefone').pressSequentially('11988887777');
    await page.locator('[name=password]').fill('curta');
    expectProblems(/status of 422/);
    await page.getByRole('radio', { name: /R\$ .* por mês .* Filas: \d+$/, checked: true }).waitFor();
    await page.getByRole('button', { name: 'Cadastrar' }).click();
    await page.getByText('Muito curto!').waitFor();
    expect(await page.getByLabel('Telefone').inputValue()).toContain('98888');
    expect(await inspect(page, 'sign-up')).toEqual([]);
    await page.locator('[name=password]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Cadastrar' }).click();
    await page.waitForURL('**/login**');
    await page.getByText('Cadastro realizado com sucesso!').waitFor();
    expect((await fixture.mailTo(OWNER, 'Boas-vindas')).text).toContain('período de teste');

    await signIn(page, OWNER, PASSWORD);
    const notice = page.locator('[data-notice="due"]');
    await notice.getByText('Sua assinatura vence em 3 dias.').waitFor();
    await page.goto('/subscription');
    await page.getByText('Seu período de teste termina em 3 dias!').waitFor();
    const before = (await founded(fixture))?.dueDate?.getTime() ?? 0;
    await page.getByRole('button', { name: 'Assinar agora!' }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('Nome completo').fill('Marta Reis');
    await dialog.getByLabel('Endereço').fill('Rua do Sol, 1');
    await dialog.getByLabel('Cidade').fill('Recife');
    await dialog.getByLabel('CEP').fill('50000-000');
    await dialog.getByRole('button', { name: 'Próximo' }).click();
    await dialog.getByText('R$ 30,00').waitFor();
    await dialog.getByRole('radio', { name: 'Pix' }).waitFor();
    await dialog.getByRole('button', { name: 'Próximo' }).click();
    await dialog.getByRole('button', { name: 'Pagar', exact: true }).click();
    await dialog.getByLabel('Pix copia e cola').waitFor();
    await payNewest(fixture, paid);
    await dialog.getByText('Pagamento confirmado').waitFor();
    await page.waitForURL((url) => url.pathname === '/');
    expect(((await founded(fixture))?.dueDate?.getTime() ?? 0) - before).toBeGreaterThan(27 * DAY_MS);
    await page.locator('#menu').waitFor({ state: 'attached' });
    expect(await notice.count()).toBe(0);
    expect((await fixture.mailTo(OWNER, 'Pagamento')).text).toContain('Recebemos o pagamento');
  });

  check('a forgotten password is set anew by the code from a mail', async (fixture) => {
    const { page, expectProblems } = await fixture.visit();
    expectProblems(/status of 4(04|22)/);
    await page.goto('/login');
    await page.getByRole('link', { name: 'Esqueceu a senha?' }).click();
    const sends = page.getByRole('button', { name: 'Enviar Email' });
    await sends.click();
    await page.getByText('Obrigatório').waitFor();
    await page.getByLabel('E-mail').fill('ninguem@padaria.test');
    await sends.click();
    await page.getByText('Email enviado com sucesso!').waitFor();
    await page.goto('/forgetpsw');
    await page.getByLabel('E-mail').fill(emailOf('bia'));
    await sends.click();
    await page.getByText('Email enviado com sucesso!').waitFor();
    const { text } = await fixture.mailTo(emailOf('bia'), 'Seu código');

    const sets = page.getByRole('button', { name: 'Redefinir Senha' });
    const code = page.getByLabel('Código de verificação');
    const [first, second] = [page.locator('[name=newPassword]'), page.locator('[name=confirmPassword]')];
    const refused = async (why: string) => {
      await sets.click();
      await page.locator('.field-error').filter({ hasText: why }).first().waitFor();
    };
    await refused('Campo obrigatório');
    await code.fill('00000000');
    await first.fill('semnumero');
    await second.fill('semnumero');
    await refused(
      'Sua senha precisa ter no mínimo 8 caracteres, sendo uma letra maiúscula, uma minúscula e um número.',
    );
    await hasFocus(first);
    await first.fill(NEW_PASSWORD);
    await second.fill(`${NEW_PASSWORD}x`);
    await refused('As senhas não correspondem');
    expect(await inspect(page, 'a new password')).toEqual([]);
    await first.fill(NEW_PASSWORD);
    await second.fill(NEW_PASSWORD);
    await sets.click();
    await page.getByRole('alert').getByText('Não foi possível redefinir a senha.').waitFor();
    await code.fill(/\d{8}/.exec(text)?.[0] ?? '');
    await first.fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Mostrar a senha' }).first().click();
    expect(await first.getAttribute('type')).toBe('text');
    await second.fill(NEW_PASSWORD);
    await second.press('Enter');
    await page.waitForURL('**/login');
    await page.getByText('Senha redefinida com sucesso.').waitFor();
    await fixture.mailTo(emailOf('bia'), 'Sua senha foi alterada');
    await logIn(page, emailOf('bia'), NEW_PASSWORD);
  });

  check(
    'an invited person sets a password of their own and is in, by mail or by a copied link',
    async (fixture) => {
      const ana = await fixture.signIn('ana', { permissions: ['clipboard-read', 'clipboard-write'] });
      const { page } = ana;
      await page.goto('/users');
      await page.getByRole('button', { name: 'Adicionar usuário' }).click();
      const dialog = page.locator('dialog[open]');
      await dialog.getByLabel('Nome').fill('Nina Sá');
      await dialog.getByLabel('E-mail').fill('nina@aurora.test');
      await dialog.getByRole('switch', { name: 'Convidar' }).check();
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await workspaceOf(page).toast('Convite criado').waitFor();
      const row = page.locator('#user-rows tr[data-key]').filter({ hasText: 'Nina Sá' });
      await row.getByText('Convidado', { exact: true }).waitFor();
      const mailed = await linkOf(fixture);

      await row.getByRole('button', { name: /convite/i }).click();
      await dialog.getByRole('button', { name: 'Copiar o link' }).click();
      const copied = () => page.evaluate(() => navigator.clipboard.readText());
      await until('the copied link', async () => (await copied()) === mailed);
      expect(await inspect(page, 'a link to copy')).toEqual([]);
      await dialog.getByRole('button', { name: 'Novo link por e-mail' }).click();
      await until('another mail', async () => (await linkOf(fixture)) !== mailed);
      const link = await linkOf(fixture);
      await reads(dialog.locator('output'), link);

      const nina = await fixture.visit();
      nina.expectProblems(/status of 4(04|22)/);
      await nina.page.goto(mailed);
      await nina.page.getByText('Se você já escolheu a sua senha, é só entrar').waitFor();
      expect(await inspectPage(nina.page, link)).toEqual([]);
      await nina.page.getByText('Você recebeu um convite de Aurora').waitFor();
      await nina.page.getByLabel('Nome').fill('Nina de Sá');
      await nina.page.locator('[name=password]').fill(NEW_PASSWORD);
      await nina.page.getByRole('button', { name: 'Entrar' }).click();
      await nina.page.waitForURL('**/tickets');
      await nina.page.getByRole('button', { name: 'Minha conta' }).waitFor();
      const joined = page.locator('#user-rows tr[data-key]').filter({ hasText: 'Nina de Sá' });
      await joined.getByText('Online').waitFor();
      const again = await fixture.visit();
      again.expectProblems(/status of 404/);
      await again.page.goto(link);
      await again.page.getByText('Este convite não vale mais.').waitFor();
    },
  );
});

async function linkOf(fixture: Fixture): Promise<string> {
  const { text } = await fixture.mailTo('nina@aurora.test', 'Convite');
  return /http:\S+/.exec(text)?.[0] ?? '';
}
