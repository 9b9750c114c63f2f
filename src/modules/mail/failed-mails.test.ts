import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { mails } from '@db/platform/schema/index.ts';
import type { TestApp } from '@test/support/deps.ts';
import type { MailServer } from '@test/support/mail-server.ts';
import { createMailingApp, type MailingApp } from '@test/support/mailing-app.ts';
import { setSuper } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { platformScope } from '@/core/platform-scope.ts';
import { postMail } from './mail.service.ts';
import { createMailRounds } from './send-mails.jobs.ts';

let testApp: TestApp;
let server: MailServer;
let stop: MailingApp['stop'];
beforeAll(async () => {
  ({ testApp, server, stop } = await createMailingApp('Mesa <mesa@desk.test>'));
  await setSuper(testApp.kernel, testApp.people, 'davi');
});
afterAll(() => stop());
beforeEach(async () => {
  await testApp.kernel.platform.write((tx) => tx.delete(mails));
  server.mails.length = 0;
  server.refuse = () => 550;
});

const davi = () => testApp.as('davi');
const show = async (query = '') => (await (await davi()).page(`/settings/mails${query}`)).text;
const act = async (method: 'POST' | 'DELETE', id: number) =>
  (await davi()).part(method, `/settings/mails/${id}`);
const row = async (id: number) =>
  testApp.kernel.platform.db.query.mails.findFirst({ where: eq(mails.id, id) });

async function fail(recipient: string): Promise<number> {
  await postMail(platformScope(testApp.kernel), {
    kind: 'passwordReset:code',
    key: recipient,
    recipient,
    language: 'pt',
    companyId: null,
    values: { name: 'Marta Segredo', code: '482913' },
  });
  await createMailRounds(testApp.kernel)();
  const found = await testApp.kernel.platform.db.query.mails.findFirst({ where: eq(mails.key, recipient) });
  expect(found?.status).toBe('failed');
  return found?.id ?? 0;
}

test('shows a failed mail’s recipient, kind, time and reason, but no content', async () => {
  expect(await show()).toContain('Nenhum e-mail pendente');
  await fail('marta@padaria.test');
  const text = await show();
  for (const word of ['marta@padaria.test', 'Código para nova senha', '550', '10/03/2026'])
    expect(text).toContain(word);
  expect(text).not.toMatch(/482913|Segredo/);
  expect(await show('?searchParam=outra')).not.toContain('marta@padaria.test');
  expect(await show('?searchParam=PADARIA')).toContain('marta@padaria.test');
});

test('shows twenty failed mails, newest first, then the next page', async () => {
  const ids: number[] = [];
  for (let n = 10; n < 32; n += 1) ids.push(await fail(`n${n}@x.test`));
  const shown = (text: string) =>
    [...text.matchAll(/>(n\d\d)(?:<wbr\/>)?@x\.test</g)].map(([, name]) => name);
  const first = shown(await show());
  expect([first.length, first[0], first.at(-1)]).toEqual([20, 'n31', 'n12']);
  expect(shown((await (await davi()).page(`/settings/mails?after=${ids[2]}`)).text)).toEqual(['n11', 'n10']);
});

test('shows the number of failed mails in the settings and their tab', async () => {
  const settings = async () => (await (await davi()).page('/settings')).text;
  expect(await settings()).not.toContain('não foi enviado');
  await fail('marta@padaria.test');
  expect(await settings()).toContain('1 e-mail não foi enviado.');
  const { text } = await (await davi()).page('/platform');
  expect(text).toMatch(/href="\/settings\/mails"[^>]*>(?:(?!<\/a>).)*E-mails<(?:(?!<\/a>).)*badge-xs">1</);
  expect((await (await testApp.as('ana')).page('/settings')).text).not.toContain('/settings/mails');
});

test('sends a failed mail again only once', async () => {
  const id = await fail('marta@padaria.test');
  server.refuse = () => undefined;
  // Signed in once: a second sign-in ends the first one's session.
  const person = await davi();
  const again = () => person.part('POST', `/settings/mails/${id}`);
  const [one, two] = await Promise.all([again(), again()]);
  expect([one.status, two.status].sort()).toEqual([204, 404]);
  await createMailRounds(testApp.kernel)();
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]?.text).toContain('482913');
  expect(await row(id)).toMatchObject({ status: 'sent', encryptedValues: null });
  expect((await act('DELETE', id)).status).toBe(404);
});

test('allows only dropping a mail that is too old', async () => {
  const id = await fail('marta@padaria.test');
  testApp.clock.advance(2 * 86_400_000);
  expect(await show()).not.toContain(`failed-mail-${id}-again`);
  expect((await act('POST', id)).status).toBe(409);
  expect((await act('DELETE', id)).status).toBe(204);
  expect(await row(id)).toMatchObject({ status: 'dropped', encryptedValues: null });
  expect(await show()).not.toContain('marta@padaria.test');
});

test('sends no other mail for the cause of a dropped one', async () => {
  const id = await fail('marta@padaria.test');
  await act('DELETE', id);
  await postMail(platformScope(testApp.kernel), {
    ...{ kind: 'passwordReset:code', key: 'marta@padaria.test', recipient: 'marta@padaria.test' },
    ...{ language: 'pt', companyId: null, values: { name: 'Marta', code: '1' } },
  });
  server.refuse = () => undefined;
  await createMailRounds(testApp.kernel)();
  expect(server.mails).toEqual([]);
});

test('refuses viewing, retrying and dropping failed mails to others', async () => {
  const id = await fail('marta@padaria.test');
  for (const who of ['ana', 'bia'] as const) {
    const person = await testApp.as(who);
    expect((await person.page('/settings/mails')).status).toBe(403);
    for (const method of ['POST', 'DELETE'] as const)
      expect((await person.part(method, `/settings/mails/${id}`)).status).toBe(403);
  }
  expect(await row(id)).toMatchObject({ status: 'failed' });
});
