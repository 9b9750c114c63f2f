import { expect } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sessions } from '@db/platform/schema/index.ts';
import { contacts } from '@db/tenant/schema/index.ts';
import { asc, eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import type { Scope } from '@/core/scope.ts';
import { unzip } from '../support/unzip.ts';
import { inspect } from './support/accessibility.ts';
import { picture } from './support/files.ts';
import { isOneSheet } from './support/paper.ts';
import { PASSWORD } from './support/people.ts';
import { browserTests, type Fixture, until } from './support.ts';

const rowOf = (page: Page, name: string) =>
  page.locator('#contact-rows tr[data-key]').filter({ hasText: name });
const dialogOf = (page: Page) => page.locator('dialog[open]');
const toast = (page: Page, text: string) => page.locator('#toasts').getByText(text);

async function openMenu(page: Page, name: string) {
  await rowOf(page, name)
    .getByRole('button', { name: `Mais opções de ${name}` })
    .click();
}
async function choose(page: Page, name: string, item: string) {
  await openMenu(page, name);
  await page.getByRole('menuitem', { name: item }).click();
  return dialogOf(page);
}

const write = (at: Scope, rows: (typeof contacts.$inferInsert)[]) =>
  at.write((tx) => tx.db.insert(contacts).values(rows));

browserTests('the care of contacts', { line: true }, (check) => {
  check('one number is one contact, with and without its ninth digit', async ({ signIn, scope, network }) => {
    network.phone({ number: '5531988887777', name: 'Maria' });
    await write(await scope(), [{ name: 'Maria da Padaria', number: '5531988887777' }]);
    const ana = await signIn('ana');
    const { page } = ana;
    await page.goto('/contacts');
    await page.getByRole('button', { name: 'Adicionar contato' }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('Nome', { exact: false }).first().fill('Outra Maria');
    ana.expectProblems(/status of 422/);
    for (const number of ['55 31 98888-7777', '55 31 8888-7777']) {
      await dialog.getByLabel('WhatsApp').fill(number);
      const answered = page.waitForResponse((reply) => reply.request().method() === 'POST');
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      expect((await answered).status()).toBe(422);
      await dialog.locator('#field-number-error').waitFor();
    }
    const rows = await (await scope()).db.select().from(contacts).where(eq(contacts.number, '5531988887777'));
    expect(rows.map(({ name }) => name)).toEqual(['Maria da Padaria']);
  });

  check('an agent deletes and joins nobody; blocked is let through again', async ({ signIn, scope }) => {
    await write(await scope(), [{ name: 'Bruno', number: '5531900000001' }]);
    const { page } = await signIn('bia');
    await page.goto('/contacts');
    await openMenu(page, 'Bruno');
    await page.getByRole('menuitem', { name: 'Editar' }).waitFor();
    for (const item of ['Excluir', 'Unir com outro'])
      expect(await page.getByRole('menuitem', { name: item }).count()).toBe(0);
    await page.keyboard.press('Escape');
    const block = await choose(page, 'Bruno', 'Bloquear');
    await block.getByRole('button', { name: 'Bloquear' }).click();
    await rowOf(page, 'Bruno').getByText('Bloqueado').waitFor();
    const unblock = await choose(page, 'Bruno', 'Desbloquear');
    await unblock.getByRole('button', { name: 'Desbloquear' }).click();
    await toast(page, 'Bruno foi desbloqueado.').waitFor();
    await rowOf(page, 'Bruno').getByText('Ativo').waitFor();
  });

  check('blocked on the phone is blocked on the page', async ({ signIn, scope, network, owner }) => {
    const carla = network.phone({ number: '5531977770001', name: 'Carla' });
    await carla.send(owner, { text: 'oi' });
    const { page } = await signIn('ana');
    await page.goto('/contacts');
    await rowOf(page, 'Carla').waitFor();
    owner.setBlocked(carla, true);
    await rowOf(page, 'Carla').getByText('Bloqueado').waitFor();
    owner.setBlocked(carla, false);
    await rowOf(page, 'Carla').getByText('Ativo').waitFor();
    const row = await (await scope()).db.query.contacts.findFirst({ where: eq(contacts.name, 'Carla') });
    expect(row?.isBlocked).toBe(false);
  });

  check('two that are one person are joined, and parted again', async ({ signIn, scope }) => {
    await write(await scope(), [
      { name: 'Diego Loja', number: '5531900000002' },
      { name: 'Diego Casa', number: '5531900000003' },
    ]);
    const { page } = await signIn('rui');
    await page.goto('/contacts?searchParam=diego');
    const dialog = await choose(page, 'Diego Loja', 'Unir com outro');
    await dialog.getByRole('combobox', { name: 'Outro contato' }).fill('diego');
    await dialog.getByRole('option', { name: /Diego Casa/ }).click();
    await dialog.getByRole('button', { name: 'Unir', exact: true }).click();
    await toast(page, 'Contatos unidos.').waitFor();
    await rowOf(page, 'Diego Casa').waitFor({ state: 'detached' });
    await page.locator('#toasts').getByRole('button', { name: 'Desfazer' }).click();
    await rowOf(page, 'Diego Casa').waitFor();
    const at = await scope();
    await until('both are there again', async () => {
      const names = await at.db.select({ name: contacts.name }).from(contacts).orderBy(asc(contacts.name));
      return names.filter(({ name }) => name.startsWith('Diego')).length === 2;
    });
  });

  check('a name that a table would calculate is exported as words', async ({ signIn, scope }) => {
    await write(await scope(), [{ name: '=HYPERLINK("http://mal.example";"oi")', number: '5531900000004' }]);
    const { page } = await signIn('ana');
    await page.goto('/contacts');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exportar' }).click();
    const text = readFileSync(await (await saving).path(), 'utf8');
    expect(text.replace('\uFEFF', '').split('\r\n')[0]).toBe('name;number;email');
    expect(text).toContain(`"'=HYPERLINK(""http://mal.example"";""oi"")"`);
  });

  check('a person’s data is exported as a zip that opens', async (fixture) => {
    const flora = await writesOnce(fixture, { number: '5531966660002', name: 'Flora' });
    const { page } = await fixture.signIn('ana');
    await page.goto('/contacts');
    const dialog = await choose(page, 'Flora', 'Exportar os dados da pessoa');
    await dialog.getByText('Um arquivo zip com tudo').waitFor();
    await dialog.getByRole('button', { name: 'Gerar arquivo' }).click();
    const link = dialog.getByRole('link', { name: /^Baixar \(/ });
    await link.waitFor();
    expect(await inspect(page, 'the file of a person')).toEqual([]);
    const saving = page.waitForEvent('download');
    await link.click();
    const download = await saving;
    expect(download.suggestedFilename()).toBe('dados.zip');
    const folder = mkdtempSync(join(tmpdir(), 'balcao-person-'));
    unzip(await download.path(), folder);
    const data = JSON.parse(readFileSync(join(folder, 'data.json'), 'utf8'));
    expect(data.contact).toMatchObject([{ name: 'Flora', number: '5531966660002' }]);
    expect(data.messages.map(({ body }: { body: string }) => body)).toContain('meu pedido é segredo');
    const [photo] = readdirSync(join(folder, 'media'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
    expect(photo?.equals(flora.photo)).toBe(true);
    await page.goto(`file://${join(folder, 'index.html')}`);
    await page.getByRole('heading', { name: 'Dados pessoais' }).waitFor();
    await page.getByText('meu pedido é segredo').waitFor();
    expect(await inspect(page, 'the page in the zip')).toEqual([]);
    rmSync(folder, { recursive: true, force: true });
  });

  check('a person is erased for good, and their certificate is printed and saved', async (fixture) => {
    await writesOnce(fixture, { number: '5531966660003', name: 'Gilda' });
    const ana = await fixture.signIn('ana');
    const { page } = ana;
    ana.expectProblems(/status of 422/);
    await page.goto('/contacts');
    await fixture.dependencies.kernel.platform.write((tx) =>
      tx.update(sessions).set({ provenAt: new Date(0) }),
    );
    const dialog = await choose(page, 'Gilda', 'Apagar os dados da pessoa');
    for (const what of ['1 atendimento', '2 mensagens', '1 arquivo', 'apagados para sempre'])
      await dialog.getByText(what).waitFor();
    expect(await inspect(page, 'erasing a person', undefined, true)).toEqual([]);
    await dialog.getByRole('button', { name: 'Apagar para sempre' }).click();
    await dialog.getByText('Marque que você entende').waitFor();
    await dialog.getByText('Entendo que isso não pode ser desfeito').click();
    await dialog.getByRole('button', { name: 'Apagar para sempre' }).click();
    await page.locator('#proof-dialog [name=proof]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/erasures/*');
    const pdf = page.getByRole('link', { name: 'Baixar PDF' });
    await pdf.waitFor();
    await page.getByText('2 mensagens').waitFor();
    expect(await page.locator('main').textContent()).not.toMatch(/Gilda|966660003/);
    expect(await inspect(page, 'the certificate')).toEqual([]);
    await isOneSheet(page);
    const saving = page.waitForEvent('download');
    await pdf.click();
    const download = await saving;
    expect(download.suggestedFilename()).toMatch(/^certificado-[\w-]+\.pdf$/);
    expect(readFileSync(await download.path(), 'latin1')).toStartWith('%PDF-');
    await page.getByRole('link', { name: 'Privacidade' }).click();
    await page.locator('#erasure-rows tr[data-key]').getByText('Concluído').waitFor();
    await page.goto('/contacts');
    await rowOf(page, 'Flora').waitFor();
    expect(await rowOf(page, 'Gilda').count()).toBe(0);
  });

  check('the retention is chosen, counted before it is saved, and shown', async ({ signIn }) => {
    const { page } = await signIn('ana');
    await page.goto('/settings/privacy');
    await page.getByLabel('Arquivos', { exact: true }).selectOption('12 meses');
    await page.getByRole('button', { name: 'Ver o que será apagado' }).click();
    await dialogOf(page).getByText('Hoje nada seria apagado.').waitFor();
    expect(await inspect(page, 'the retention', undefined, true)).toEqual([]);
    await dialogOf(page).getByRole('button', { name: 'Salvar prazo' }).click();
    await toast(page, 'Prazo de guarda salvo').waitFor();
    await page.reload();
    expect(await page.getByLabel('Arquivos', { exact: true }).locator('option:checked').textContent()).toBe(
      '12 meses',
    );
    expect(await page.getByLabel('Mensagens').locator('option:checked').textContent()).toBe('Para sempre');
  });
});

async function writesOnce({ network, owner, scope }: Fixture, who: { number: string; name: string }) {
  const phone = network.phone(who);
  const photo = (await picture('foto.jpg', '#2a6fdb')).buffer;
  await phone.send(owner, { text: 'meu pedido é segredo' });
  await phone.send(owner, { image: photo });
  const { db } = await scope();
  await until('the photo is there', () =>
    db.query.messages.findFirst({
      where: (row, { and, eq, inArray }) =>
        and(
          eq(row.mediaState, 'ready'),
          inArray(
            row.contactId,
            db.select({ id: contacts.id }).from(contacts).where(eq(contacts.number, who.number)),
          ),
        ),
    }),
  );
  return { photo };
}
