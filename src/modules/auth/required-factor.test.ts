import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser } from '@test/support/app.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { fingerprint } from '@/kernel/secrets.ts';
import { switchOn } from '@/modules/factors/factors.test-support.ts';
import { findSessionActor, startVisit } from './sessions.service.ts';

let desk: TestDesk;
let ana: Browser;
let bia: Browser;
beforeAll(async () => {
  desk = await createTestDesk();
  ana = await desk.as('ana');
  bia = await desk.as('bia');
});
afterAll(() => desk.stop());

const SECURITY = '/profile/security';
const require = (browser: Browser, value: 'enabled' | 'disabled') =>
  browser.json('PUT', '/settings/secondFactor', { value });

describe('a company that wants a second factor of everybody', () => {
  test('is one by its administrator’s choice alone', async () => {
    expect((await require(bia, 'enabled')).status).toBe(403);
    expect((await require(ana, 'enabled')).status).toBe(200);
    expect((await (await desk.as('davi')).page('/tags')).status).toBe(200);
  });

  test('leads whoever has none to where they set it up, and shows nothing else before', async () => {
    for (const path of ['/', '/tickets', '/tags', '/profile']) {
      const reply = await bia.page(path);
      expect([path, reply.status, reply.headers.get('Location')]).toEqual([path, 303, SECURITY]);
    }
    const part = await bia.part('GET', '/tags');
    expect([part.status, part.headers.get('HX-Redirect')]).toEqual([204, SECURITY]);
    const page = await bia.page(SECURITY);
    expect([page.status, page.text.includes('Falta o seu segundo fator')]).toEqual([200, true]);
    // Neither menu nor live line.
    expect(page.text).not.toContain('data-viewer="');
    expect(page.text).not.toContain('Onde você está');
    expect(page.text).toContain('action="/logout"');
  });

  test('tells existing clients in a sentence, and lets them out', async () => {
    const refused = await bia.json<{ error: string; code: string }>('GET', '/tickets');
    expect([refused.status, refused.body.code]).toEqual([403, 'ERR_FACTOR_MISSING']);
    expect(refused.body.error).toContain('segundo fator');
    expect((await bia.json('GET', '/auth/me')).status).toBe(200);
  });

  test('closes open pages of those who have none at once, and opens no new line', async () => {
    await require(await setUp('ana'), 'disabled');
    const caio = await desk.as('caio');
    const actor = await findSessionActor(desk.kernel, fingerprint(caio.cookie ?? ''));
    if (!actor) throw new Error('nobody');
    const closed: string[] = [];
    desk.kernel.hub.add({ actor, deliver: () => undefined, close: (reason) => void closed.push(reason) });
    await require(ana, 'enabled');
    await desk.settle();
    expect(closed).toEqual(['expired']);
    expect((await caio.raw('/ws', { headers: { Accept: '*/*' } })).status).toBe(403);
  });

  test('ends the visits of whoever runs the platform and has none', async () => {
    const { companyId, userId } = desk.cast;
    await setSuper(desk.kernel, desk.cast, 'caio');
    const visitor = { companyId: companyId.aurora, id: userId.caio };
    const visit = await startVisit(desk.kernel, { companyId: companyId.boreal, visitor });
    const seen = async () => (await findSessionActor(desk.kernel, fingerprint(visit)))?.companyId;
    expect(await seen()).toBeUndefined();
    await require(ana, 'disabled');
    expect(await seen()).toBe(companyId.boreal);
    await require(ana, 'enabled');
    await setSuper(desk.kernel, desk.cast, 'caio', false);
  });

  test('lets them go on once it is set up, in the same session', async () => {
    await setUp('bia');
    expect((await bia.page('/tags')).status).toBe(200);
  });
});

/** Whoever must has everything on the page to do so. */
async function setUp(name: 'ana' | 'bia'): Promise<Browser> {
  const browser = name === 'ana' ? ana : bia;
  await switchOn(desk, browser);
  return browser;
}
