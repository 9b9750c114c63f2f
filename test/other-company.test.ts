import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Access } from '@/kernel/http/route.ts';
import { isRefusal } from './isolation/replies.ts';
import { type Call, callOf, type Door, ROWS } from './isolation/routes.ts';
import { type Role, type Stage, setStage } from './isolation/stage.ts';
import { setSuper } from './support/people.ts';

const ROLES: Role[] = ['bia', 'ana'];

/** Where a super administrator who names another company in query or body acts there, and why. */
const ACTS_THERE: Record<string, string> = {
  'GET /users/list': 'the people of a company, in Settings → Empresas',
  'POST /users': 'a person for a company, in Settings → Empresas',
  'PUT /users/:userId': 'a person by the id that the list gave',
};

/** Rows with the company in the path that a super administrator may call for another one, beside those of `super`. */
const READS_THERE: Record<string, string> = {
  'GET /companies/:companyId': 'a company of the list in Settings → Empresas',
  'GET /companies/listPlan/:companyId': 'what its plan allows',
};

/** Its example is refused by the schema, and shown again as it is. */
const INVALID = ['POST /prompts/trial'];

const ANYONE: Access[] = ['anyone'];

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.desk.stop());

const rows = (Object.entries(ROWS) as [Door, Record<string, { access: Access }>][])
  .filter(([door]) => door !== 'site')
  .flatMap(([door, known]) => Object.entries(known).map(([name, { access }]) => ({ door, name, access })));

describe('a call that names another company', () => {
  for (const isSuper of [false, true])
    for (const door of ['api', 'v1', 'pages'] as const)
      test(`is refused on ${door}${isSuper ? ' to a super administrator too' : ''}, and changes nothing`, async () => {
        if (isSuper) await setSuper(stage.desk.kernel, stage.desk.cast, 'ana');
        const codes = new Map<string, number>();
        const before = await stage.dumpAll();
        for (const { name } of rows.filter((row) => row.door === door && !ANYONE.includes(row.access))) {
          if (isSuper && door === 'api' && name in ACTS_THERE) continue;
          if (INVALID.includes(name)) continue;
          for (const role of isSuper ? (['ana'] as const) : ROLES)
            for (const call of naming(callOf(door, name, stage.aurora), stage.boreal.companyId)) {
              const reply = await stage.send(role, call);
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
        expect(await stage.dumpAll()).toEqual(before);
        const others = [...codes].filter(([code]) => code !== 'ERR_OTHER_COMPANY').map(([code]) => code);
        if (door === 'api') expect(others.sort()).toEqual(expect.not.arrayContaining(['ERR_VALIDATION']));
        if (door === 'api') expect(codes.get('ERR_OTHER_COMPANY')).toBeGreaterThan(200);
        if (isSuper) await setSuper(stage.desk.kernel, stage.desk.cast, 'ana', false);
      });

  test('in its path acts there or is refused, and leaves the caller’s own company as it is', async () => {
    await setSuper(stage.desk.kernel, stage.desk.cast, 'ana');
    const { aurora, boreal } = stage;
    const found = rows.filter(({ door, name }) => door !== 'v1' && name.includes(':companyId'));
    for (const { door, name, access } of found.filter(({ name }) => !name.startsWith('DELETE'))) {
      if (/delete|erase|bin/.test(name)) continue;
      const call = callOf(door, name, { ...aurora, companyId: boreal.companyId });
      const before = (await stage.dumpAll()).aurora;
      const reply = await stage.send('ana', call);
      if (access !== 'super' && !(name in READS_THERE))
        expect({ name, ok: isRefusal(call, reply) }).toEqual({ name, ok: true });
      expect({ name, same: (await stage.dumpAll()).aurora === before }).toEqual({ name, same: true });
    }
    await setSuper(stage.desk.kernel, stage.desk.cast, 'ana', false);
  });

  test('as its own, in every way clients write it, is answered', async () => {
    const own = stage.aurora.companyId;
    for (const query of [`companyId=${own}`, 'companyId=', 'companyId=null', 'companyId=undefined'])
      for (const path of ['/queue', '/whatsapp', '/users/list', '/quick-messages/list']) {
        const call: Call = { door: 'api', method: 'GET', path: `${path}?${query}`, body: undefined };
        expect({ path: call.path, status: (await stage.send('bia', call)).status }).toEqual({
          path: call.path,
          status: 200,
        });
      }
  });

  test('beside its own is refused', async () => {
    const { aurora, boreal } = stage;
    const path = `/queue?companyId=${aurora.companyId}&companyId=${boreal.companyId}`;
    expect((await stage.send('bia', { door: 'api', method: 'GET', path, body: undefined })).status).toBe(403);
  });
});

/** In the query, and where it has a body in that. */
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
