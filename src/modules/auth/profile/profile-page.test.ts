import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { users } from '@db/tenant/schema/index.ts';
import type { Browser } from '@test/support/app.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { emailOf, PASSWORD } from '@test/support/people.ts';
import { until } from '@test/support/until.ts';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { deleteUser } from '@/modules/users/users.service.ts';

let testApp: TestApp;
let bia: Browser;

beforeAll(async () => {
  testApp = await createTestApp();
  bia = await testApp.as('bia');
});
afterAll(() => testApp.stop());

const row = async (name: 'bia' | 'rui' = 'bia') => {
  const scope = await testApp.systemScope();
  return scope.db.query.users.findFirst({ where: eq(users.id, testApp.people.userId[name]) });
};
const fileOf = (key: string) => Bun.file(testApp.kernel.storage.pathOf(testApp.people.companyId.aurora, key));
const image = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2a6fdb' } })
    .withExif({ IFD0: { Artist: 'secret place' } })
    .png()
    .toBuffer();

async function send(fields: Record<string, string>, picture?: Uint8Array, who = bia) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ name: 'Bia', email: emailOf('bia'), ...fields }))
    form.set(name, value);
  if (picture) form.set('picture', new File([picture as BlobPart], 'eu.png'));
  const headers = { Accept: 'text/html', 'HX-Request': 'true', 'HX-Request-Type': 'partial' };
  const response = await who.raw('/profile', { method: 'PUT', headers, body: form });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('profile picture', () => {
  const sizes: [width: number, height: number, side: number][] = [
    [900, 400, 256],
    [300, 2000, 256],
    [120, 40, 40],
  ];
  for (const [width, height, side] of sizes) {
    test(`with ${width} × ${height} becomes a square of ${side} without original metadata`, async () => {
      const before = (await row())?.picturePath;
      const reply = await send({}, await image(width, height));
      expect([reply.status, reply.headers.get('HX-Refresh')]).toEqual([204, 'true']);
      const key = (await row())?.picturePath ?? '';
      const bytes = await fileOf(key).bytes();
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: side, height: side });
      expect(Buffer.from(bytes).includes('secret place')).toBe(false);
      if (before) await until('the one before is gone', async () => !(await fileOf(before).exists()));
      const folder = testApp.kernel.storage.folder(testApp.people.companyId.aurora);
      await until('only it is there', async () => [...new Bun.Glob('**/*').scanSync(folder)].length === 1);
    });
  }

  test('is visible to colleagues only', async () => {
    const path = `/media/${testApp.people.companyId.aurora}/${(await row())?.picturePath}`;
    const read = async (name: 'caio' | 'davi') => (await (await testApp.as(name)).raw(path)).status;
    expect([await read('caio'), await read('davi')]).toEqual([200, 404]);
    expect((await (await testApp.as('ana')).page('/users')).text).toContain(
      (await row())?.picturePath ?? '?',
    );
    expect((await bia.page('/tickets')).text).toContain((await row())?.picturePath ?? '?');
  });

  test('that is no image is rejected and changes nothing', async () => {
    const before = await row();
    for (const bytes of ['no picture', '<svg xmlns="http://www.w3.org/2000/svg"/>']) {
      const { status, text } = await send({ name: 'Outra' }, new TextEncoder().encode(bytes));
      expect([status, text.includes('Este tipo de arquivo não é aceito.')]).toEqual([422, true]);
    }
    expect(await row()).toEqual(before);
  });

  test('is deleted on request', async () => {
    const key = (await row())?.picturePath ?? '';
    expect((await send({ removePicture: 'true' })).status).toBe(204);
    expect((await row())?.picturePath).toBe('');
    await until('it is gone', async () => !(await fileOf(key).exists()));
  });

  test('is deleted with the user', async () => {
    const rui = await testApp.as('rui');
    await send({ name: 'Rui', email: emailOf('rui') }, await image(300, 300), rui);
    const key = (await row('rui'))?.picturePath ?? '';
    expect(await fileOf(key).exists()).toBe(true);
    await deleteUser(await testApp.scopeOf('ana'), { userId: testApp.people.userId.rui });
    await until('it is gone', async () => !(await fileOf(key).exists()));
  });
});

describe('user language', () => {
  const languageOf = async (headers: Headers) => /lang=(\w*)/.exec(headers.getSetCookie().join('\n'))?.[1];
  const signIn = async () => {
    const stranger = await testApp.as();
    const body = new URLSearchParams({ email: emailOf('bia'), password: PASSWORD });
    const type = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' };
    return languageOf((await stranger.raw('/login', { method: 'POST', headers: type, body })).headers);
  };

  test('follows the browser until chosen', async () => {
    expect(await signIn()).toBeUndefined();
    bia = await testApp.as('bia');
    expect((await send({ language: '' })).headers.getSetCookie()).toEqual([]);
  });

  test('applies at the next sign-in once chosen in profile or menu', async () => {
    expect(await languageOf((await send({ language: 'es' })).headers)).toBe('es');
    expect(await signIn()).toBe('es');
    bia = await testApp.as('bia');
    const reply = await bia.part('PUT', '/profile/language', { language: 'en' });
    expect([await languageOf(reply.headers), reply.headers.get('HX-Refresh')]).toEqual(['en', 'true']);
    expect(await signIn()).toBe('en');
  });

  test('can be reset to the browser’s', async () => {
    bia = await testApp.as('bia');
    expect(await languageOf((await send({ language: '' })).headers)).toBe('');
    expect(await signIn()).toBeUndefined();
  });

  test('that is unsupported is rejected', async () => {
    bia = await testApp.as('bia');
    expect((await bia.part('PUT', '/profile/language', { language: 'fr' })).status).toBe(422);
  });
});
