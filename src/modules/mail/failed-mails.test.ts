import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { mails } from '@db/platform/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { type MailServer, startMailServer } from '@test/support/mail-server.ts';
import { setSuper } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { platformScope } from '@/kernel/platform-scope.ts';
import { postMail } from './mail.service.ts';
import { createMailRounds } from './send-mails.ts';

let desk: TestDesk;
let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
  desk = await createTestDesk({
    env: { SMTP_URL: server.url, MAIL_FROM: 'Mesa <mesa@desk.test>', PUBLIC_URL: 'http://desk.test' },
  });
  await setSuper(desk.kernel, desk.cast, 'davi');
});
afterAll(async () => {
  await desk.stop();
  await server.stop();
});
beforeEach(async () => {
  await desk.kernel.platform.write((tx) => tx.delete(mails));
  server.mails.length = 0;
  server.refuse = () => 550;
});

const davi = () => desk.as('davi');
const show = async (query = '') => (await (await davi()).page(`/settings/mails${query}`)).text;
const act = async (method: 'POST' | 'DELETE', id: number) =>
  (await davi()).part(method, `/settings/mails/${id}`);
const row = async (id: number) => desk.kernel.platform.db.query.mails.findFirst({ where: eq(mails.id, id) });

async function fail(recipient: string): Promise<number> {
  await postMail(platformScope(desk.kernel), {
    kind: 'passwordReset:code',
    key: recipient,
    recipient,
    language: 'pt',
    companyId: null,
    values: { name: 'Marta Segredo', code: '482913' },
  });
  await createMailRounds(desk.kernel)();
  const found = await desk.kernel.platform.db.query.mails.findFirst({ where: eq(mails.key, recipient) });
  expect(found?.status).toBe('failed');
  return found?.id ?? 0;
}

test('a mail that failed is shown with who, kind, when and why, and nothing of what it says', async () => {
  expect(await show()).toContain('Nenhum e-mail parado');
  await fail('marta@padaria.test');
  const text = await show();
  for (const word of ['marta@padaria.test', 'Código para nova senha', '550', '10/03/2026'])
    expect(text).toContain(word);
  expect(text).not.toMatch(/482913|Segredo/);
  expect(await show('?searchParam=outra')).not.toContain('marta@padaria.test');
  expect(await show('?searchParam=PADARIA')).toContain('marta@padaria.test');
});

test('twenty come at once, the newest first; the rest behind the last', async () => {
  const ids: number[] = [];
  for (let n = 10; n < 32; n += 1) ids.push(await fail(`n${n}@x.test`));
  const shown = (text: string) => [...text.matchAll(/>(n\d\d)@x\.test</g)].map(([, name]) => name);
  const first = shown(await show());
  expect([first.length, first[0], first.at(-1)]).toEqual([20, 'n31', 'n12']);
  expect(shown((await (await davi()).page(`/settings/mails?after=${ids[2]}`)).text)).toEqual(['n11', 'n10']);
});

test('the settings and their tab say that there are some', async () => {
  const settings = async () => (await (await davi()).page('/settings')).text;
  expect(await settings()).not.toContain('não saiu');
  await fail('marta@padaria.test');
  expect(await settings()).toContain('1 e-mail não saiu.');
  expect(await settings()).toMatch(/href="\/settings\/mails"[^>]*>E-mails<span[^>]*>1</);
  expect((await (await desk.as('ana')).page('/settings')).text).not.toContain('/settings/mails');
});

test('sent again it goes out once; a mail that is gone is not sent', async () => {
  const id = await fail('marta@padaria.test');
  server.refuse = () => undefined;
  // Signed in once: a second sign-in ends the first one's session.
  const person = await davi();
  const again = () => person.part('POST', `/settings/mails/${id}`);
  const [one, two] = await Promise.all([again(), again()]);
  expect([one.status, two.status].sort()).toEqual([204, 404]);
  await createMailRounds(desk.kernel)();
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]?.text).toContain('482913');
  expect(await row(id)).toMatchObject({ status: 'sent', sealed: null });
  expect((await act('DELETE', id)).status).toBe(404);
});

test('behind its time it can only be dropped', async () => {
  const id = await fail('marta@padaria.test');
  desk.clock.advance(2 * 86_400_000);
  expect(await show()).not.toContain(`failed-mail-${id}-again`);
  expect((await act('POST', id)).status).toBe(409);
  expect((await act('DELETE', id)).status).toBe(204);
  expect(await row(id)).toMatchObject({ status: 'dropped', sealed: null });
  expect(await show()).not.toContain('marta@padaria.test');
});

test('dropped, its cause makes no other mail', async () => {
  const id = await fail('marta@padaria.test');
  await act('DELETE', id);
  await postMail(platformScope(desk.kernel), {
    ...{ kind: 'passwordReset:code', key: 'marta@padaria.test', recipient: 'marta@padaria.test' },
    ...{ language: 'pt', companyId: null, values: { name: 'Marta', code: '1' } },
  });
  server.refuse = () => undefined;
  await createMailRounds(desk.kernel)();
  expect(server.mails).toEqual([]);
});

test('others neither see nor do anything', async () => {
  const id = await fail('marta@padaria.test');
  for (const who of ['ana', 'bia'] as const) {
    const person = await desk.as(who);
    expect((await person.page('/settings/mails')).status).toBe(403);
    for (const method of ['POST', 'DELETE'] as const)
      expect((await person.part(method, `/settings/mails/${id}`)).status).toBe(403);
  }
  expect(await row(id)).toMatchObject({ status: 'failed' });
});
