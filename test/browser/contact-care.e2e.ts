import { expect } from 'bun:test';
import { readFileSync } from 'node:fs';
import { contacts } from '@db/tenant/schema/index.ts';
import { asc, eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import type { Scope } from '@/kernel/scope.ts';
import { browserTests, until } from './support.ts';

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
    await page.getByRole('link', { name: 'Exportar' }).click();
    const text = readFileSync(await (await saving).path(), 'utf8');
    expect(text.replace('\uFEFF', '').split('\r\n')[0]).toBe('name;number;email');
    expect(text).toContain(`"'=HYPERLINK(""http://mal.example"";""oi"")"`);
  });
});
