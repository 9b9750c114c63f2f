import { expect } from 'bun:test';
import { authenticators, sessions } from '@db/platform/schema/index.ts';
import { generateSync } from 'otplib';
import { getSetting } from '@/modules/settings/settings.queries.ts';
import { changeSetting } from '@/modules/settings/settings.service.ts';
import { inspectPage } from './support/accessibility.ts';
import { PASSWORD } from './support/people.ts';
import { workspaceOf } from './support/workspace.ts';
import { browserTests } from './support.ts';

browserTests('factors', {}, (check) => {
  check('an app, a passkey, and a way in by each', async (fixture) => {
    const bia = await fixture.signIn('bia');
    const { page } = bia;
    // Chromium's virtual authenticator, with a fingerprint that always matches.
    const cdp = await bia.context.newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto('/profile/security');
    await page.getByRole('button', { name: 'Ligar', exact: true }).click();
    const dialog = page.locator('dialog[open]');
    const secret = ((await dialog.locator('output').textContent()) ?? '').replaceAll(' ', '');
    await dialog.locator('[name=code]').fill(generateSync({ secret }));
    await page.keyboard.press('Enter');
    const recovery = dialog.locator('li');
    await recovery.first().waitFor();
    const code = (await recovery.first().textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Já guardei' }).click();

    await page.getByRole('button', { name: 'Adicionar chave' }).click();
    await dialog.locator('[data-island="passkey"][data-alive]').waitFor({ state: 'attached' });
    await dialog.getByLabel('Nome').fill('Celular');
    await page.keyboard.press('Enter');
    await workspaceOf(page).toast('Chave de acesso adicionada.').waitFor();
    await page.locator('#security').getByText('Adicionada em').waitFor();
    const found = await inspectPage(page, '/profile/security');
    expect(found).toEqual([]);

    await bia.context.clearCookies({ name: 'sid' });
    await page.goto('/login');
    await page.getByLabel('E-mail').fill('bia@aurora.test');
    await page.locator('[name=password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Só mais um passo' }).waitFor();
    await page.locator('[name=code]').fill(code);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/tickets');

    // An open workspace would redirect to the sign-in at the same moment.
    await page.goto('about:blank');
    await bia.context.clearCookies({ name: 'sid' });
    await page.goto('/login');
    await page.getByRole('link', { name: 'Entrar com chave de acesso' }).click();
    await page.locator('[data-island="passkey"][data-alive]').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Usar a chave de acesso' }).click();
    await page.waitForURL('**/tickets');
    await page.goto('/profile/security');
    await page.getByText('Usada pela última vez em').waitFor();
    await page.getByText('Restam 9 códigos').waitFor();
  });

  check('a dangerous act asks who it is, and goes on with what was typed', async (fixture) => {
    const ana = await fixture.signIn('ana');
    const { page } = ana;
    ana.expectProblems(/status of 422/);
    await page.goto('/messages-api/tokens');
    await page.getByRole('button', { name: 'Adicionar token' }).first().click();
    const dialog = page.locator('#token-dialog');
    await dialog.getByLabel('Nome').fill('Loja');
    await dialog.locator('[name=scopes]').first().check();
    await fixture.dependencies.kernel.platform.write((tx) =>
      tx.update(sessions).set({ provenAt: new Date(0) }),
    );
    await dialog.locator('button[type=submit]').click();
    const proof = page.locator('#proof-dialog');
    await proof.locator('[name=proof]').fill('não é esta senha');
    await page.keyboard.press('Enter');
    await proof.getByText('Dados de acesso incorretos').waitFor();
    await proof.locator('[name=proof]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.getByText('bal_').waitFor();
    expect(await page.locator('#proof-dialog').count()).toBe(0);
  });

  check('a company stops wanting a second factor by a fresh proof alone', async (fixture) => {
    const scope = await fixture.scope();
    const { kernel } = scope;
    const { people } = fixture;
    const ana = { companyId: people.companyId.aurora, userId: people.userId.ana };
    await kernel.platform.write((tx) =>
      tx.insert(authenticators).values({ ...ana, encryptedSecret: '', lastStep: 0, createdAt: new Date(0) }),
    );
    await changeSetting(scope, { key: 'secondFactor', value: 'enabled' });
    const visitor = await fixture.signIn('ana');
    const { page } = visitor;
    visitor.expectProblems(/status of 422/);
    await page.goto('/settings');
    await kernel.platform.write((tx) => tx.update(sessions).set({ provenAt: new Date(0) }));
    const off = page.getByRole('button', { name: 'Deixar de exigir' });
    await off.click();
    const proof = page.locator('#proof-dialog');
    await proof.waitFor();
    await page.keyboard.press('Escape');
    await proof.waitFor({ state: 'detached' });
    expect([await off.isVisible(), await getSetting(scope, 'secondFactor')]).toEqual([true, 'enabled']);
    await off.click();
    await proof.locator('[name=proof]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByLabel('Exigir segundo fator').waitFor();
    expect(await page.getByLabel('Exigir segundo fator').isChecked()).toBe(false);
    expect(await getSetting(scope, 'secondFactor')).toBe('disabled');
  });
});
