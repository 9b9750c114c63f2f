import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Access } from '@/core/http/routing/route.ts';
import { type Fixture, type Role, setFixture } from './isolation/fixture.ts';
import { isRefusal } from './isolation/replies.ts';
import { type Call, callOf, ROWS, type SubApp } from './isolation/routes.ts';
import { setSuper } from './support/people.ts';

const ROLES: Role[] = ['bia', 'ana'];

const ACTS_THERE: Record<string, string> = {
  'GET /users/list': 'the people of a company, in Settings → Empresas',
  'POST /users': 'a person for a company, in Settings → Empresas',
  'PUT /users/:userId': 'a person by the id that the list gave',
};

const READS_THERE: Record<string, string> = {
  'GET /companies/:companyId': 'a company of the list in Settings → Empresas',
  'GET /companies/listPlan/:companyId': 'what its plan allows',
};

const INVALID = ['POST /prompts/trial'];

const ANYONE: Access[] = ['anyone'];

let fixture: Fixture;
beforeAll(async () => {
  fixture = await setFixture();
});
afterAll(() => fixture.testApp.stop());

const rows = (Object.entries(ROWS) as [SubApp, Record<string, { access: Access }>][])
  .filter(([subApp]) => subApp !== 'site')
  .flatMap(([subApp, known]) =>
    Object.entries(known).map(([name, { access }]) => ({ subApp: subApp, name, access })),
  );

describe('request that names another company', () => {
  for (const isSuper of [false, true])
    for (const subApp of ['api', 'v1', 'pages'] as const)
      test(`is refused on ${subApp}${isSuper ? ' to a super administrator too' : ''}, and changes nothing`, async () => {
        if (isSuper) await setSuper(fixture.testApp.kernel, fixture.testApp.people, 'ana');
        const codes = new Map<string, number>();
        const before = await fixture.dumpAll();
        for (const { name } of rows.filter((row) => row.subApp === subApp && !ANYONE.includes(row.access))) {
          if (isSuper && subApp === 'api' && name in ACTS_THERE) continue;
          if (INVALID.includes(name)) continue;
          for (const role of isSuper ? (['ana'] as const) : ROLES)
            for (const call of naming(callOf(subApp, name, fixture.aurora), fixture.boreal.companyId)) {
              const reply = await fixture.send(role, call);
              expect({
                name,
                role,
                path: call.path,
                status: reply.status,
                ok: isRefusal(call, reply),
              }).toEqual({ name, role, path: call.path, status: reply.status, ok: true });
              const code = /ERR_\w+/.exec(reply.text)?.[0] ?? '';
              codes.set(code, (codes.get(code) ?? 0) + 1);
            }
        }
        expect(await fixture.dumpAll()).toEqual(before);
        const others = [...codes].filter(([code]) => code !== 'ERR_OTHER_COMPANY').map(([code]) => code);
        if (subApp === 'api') expect(others.sort()).toEqual(expect.not.arrayContaining(['ERR_VALIDATION']));
        if (subApp === 'api') expect(codes.get('ERR_OTHER_COMPANY')).toBeGreaterThan(200);
        if (isSuper) await setSuper(fixture.testApp.kernel, fixture.testApp.people, 'ana', false);
      });

  test('in its path acts there or is refused, leaving the caller’s company unchanged', async () => {
    await setSuper(fixture.testApp.kernel, fixture.testApp.people, 'ana');
    const { aurora, boreal } = fixture;
    const found = rows.filter(({ subApp, name }) => subApp !== 'v1' && name.includes(':companyId'));
    for (const { subApp, name, access } of found.filter(({ name }) => !name.startsWith('DELETE'))) {
      if (/delete|erase|bin/.test(name)) continue;
      const call = callOf(subApp, name, { ...aurora, companyId: boreal.companyId });
      const before = (await fixture.dumpAll()).aurora;
      const reply = await fixture.send('ana', call);
      if (access !== 'super' && !(name in READS_THERE))
        expect({ name, ok: isRefusal(call, reply) }).toEqual({ name, ok: true });
      expect({ name, same: (await fixture.dumpAll()).aurora === before }).toEqual({ name, same: true });
    }
    await setSuper(fixture.testApp.kernel, fixture.testApp.people, 'ana', false);
  });

  test('is accepted when it names its own company in any form clients use', async () => {
    const own = fixture.aurora.companyId;
    for (const query of [`companyId=${own}`, 'companyId=', 'companyId=null', 'companyId=undefined'])
      for (const path of ['/queue', '/whatsapp', '/users/list', '/quick-messages/list']) {
        const call: Call = { subApp: 'api', method: 'GET', path: `${path}?${query}`, body: undefined };
        expect({ path: call.path, status: (await fixture.send('bia', call)).status }).toEqual({
          path: call.path,
          status: 200,
        });
      }
  });

  test('is refused when it names another company besides its own', async () => {
    const { aurora, boreal } = fixture;
    const path = `/queue?companyId=${aurora.companyId}&companyId=${boreal.companyId}`;
    expect((await fixture.send('bia', { subApp: 'api', method: 'GET', path, body: undefined })).status).toBe(
      403,
    );
  });
});

function naming(call: Call, companyId: number): Call[] {
  const { path, body, form } = call;
  const inQuery = { ...call, path: `${path}${path.includes('?') ? '&' : '?'}companyId=${companyId}` };
  if (form) {
    const named = new FormData();
    for (const [key, value] of form) named.append(key, value as string);
    named.append('companyId', String(companyId));
    return [inQuery, { ...call, form: named }];
  }
  return body ? [inQuery, { ...call, body: { ...body, companyId } }] : [inQuery];
}
