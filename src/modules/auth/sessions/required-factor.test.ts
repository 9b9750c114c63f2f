import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser } from '@test/support/app.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { fingerprint } from '@/core/security/secrets.ts';
import { switchOn } from '@/modules/factors/factors.test-support.ts';
import { findSessionActor, startVisit } from './sessions.service.ts';

let testApp: TestApp;
let ana: Browser;
let bia: Browser;
beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.as('ana');
  bia = await testApp.as('bia');
});
afterAll(() => testApp.stop());

const SECURITY = '/profile/security';
const require = (browser: Browser, value: 'enabled' | 'disabled') =>
  browser.json('PUT', '/settings/secondFactor', { value });

describe('mandatory second factor', () => {
  test('can be enabled only by an administrator, for their own company', async () => {
    expect((await require(bia, 'enabled')).status).toBe(403);
    expect((await require(ana, 'enabled')).status).toBe(200);
    expect((await (await testApp.as('davi')).page('/tags')).status).toBe(200);
  });

  test('redirects users without one to the set-up page', async () => {
    for (const path of ['/', '/tickets', '/tags', '/profile']) {
      const reply = await bia.page(path);
      expect([path, reply.status, reply.headers.get('Location')]).toEqual([path, 303, SECURITY]);
    }
    const part = await bia.part('GET', '/tags');
    expect([part.status, part.headers.get('HX-Redirect')]).toEqual([204, SECURITY]);
    const page = await bia.page(SECURITY);
    expect([page.status, page.text.includes('Ligue um segundo fator')]).toEqual([200, true]);
    expect(page.text).not.toContain('data-viewer="');
    expect(page.text).not.toContain('Sessões abertas');
    expect(page.text).toContain('action="/logout"');
  });

  test('returns a readable error to existing clients and still allows /auth/me', async () => {
    const refused = await bia.json<{ error: string; code: string }>('GET', '/tickets');
    expect([refused.status, refused.body.code]).toEqual([403, 'ERR_FACTOR_MISSING']);
    expect(refused.body.error).toContain('segundo fator');
    expect((await bia.json('GET', '/auth/me')).status).toBe(200);
  });

  test('closes open pages of users without one and refuses new connections', async () => {
    await require(await setUp('ana'), 'disabled');
    const caio = await testApp.as('caio');
    const actor = await findSessionActor(testApp.kernel, fingerprint(caio.cookie ?? ''));
    if (!actor) throw new Error('nobody');
    const closed: string[] = [];
    testApp.kernel.hub.add({ actor, deliver: () => undefined, close: (reason) => void closed.push(reason) });
    await require(ana, 'enabled');
    await testApp.settle();
    expect(closed).toEqual(['expired']);
    expect((await caio.raw('/ws', { headers: { Accept: '*/*' } })).status).toBe(403);
  });

  test('ends visits of super administrators without one', async () => {
    const { companyId, userId } = testApp.people;
    await setSuper(testApp.kernel, testApp.people, 'caio');
    const visitor = { companyId: companyId.aurora, id: userId.caio };
    const visit = await startVisit(testApp.kernel, { companyId: companyId.boreal, visitor });
    const seen = async () => (await findSessionActor(testApp.kernel, fingerprint(visit)))?.companyId;
    expect(await seen()).toBeUndefined();
    await require(ana, 'disabled');
    expect(await seen()).toBe(companyId.boreal);
    await require(ana, 'enabled');
    await setSuper(testApp.kernel, testApp.people, 'caio', false);
  });

  test('lets users continue in the same session after set-up', async () => {
    await setUp('bia');
    expect((await bia.page('/tags')).status).toBe(200);
  });
});

async function setUp(name: 'ana' | 'bia'): Promise<Browser> {
  const browser = name === 'ana' ? ana : bia;
  await switchOn(testApp, browser);
  return browser;
}
