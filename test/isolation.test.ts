import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { auditEntries, statusAlerts } from '@db/platform/schema/index.ts';
import type { Access } from '@/core/http/routing/route.ts';
import { changeAlertSettings, getAlertSettings } from '@/modules/status/alert-settings.service.ts';
import { callAlertWebhook } from '@/modules/status/alert-webhook.service.ts';
import { ALERT_ADDRESS, CANARY, FOR_ADMINS, plantCodes } from './isolation/canaries.ts';
import { type Fixture, MARKS, type Role, setFixture } from './isolation/fixture.ts';
import { MIXED_CALLS, post } from './isolation/mixed-calls.ts';
import { expectDocumented, expectNothing, hasForeignId, isRefusal } from './isolation/replies.ts';
import { type Call, callOf, ROWS, type SubApp } from './isolation/routes.ts';
import { setSuper } from './support/people.ts';

const AURORA: Role[] = ['ana', 'rui', 'bia', 'caio'];
const ALLOWED: Record<Access, Role[]> = {
  anyone: ['stranger', ...AURORA],
  person: AURORA,
  leaving: AURORA,
  expired: ['ana'],
  reader: ['ana', 'rui', 'bia'],
  supervisor: ['ana', 'rui'],
  admin: ['ana'],
  super: [],
};

let fixture: Fixture;

beforeAll(async () => {
  fixture = await setFixture();
});
afterAll(() => fixture.testApp.stop());

const routes = (Object.entries(ROWS) as [SubApp, Record<string, unknown>][]).flatMap(([subApp, rows]) =>
  Object.keys(rows).map((name) => ({ subApp, name })),
);

test('every route of the app is listed, and every listed route exists', () => {
  for (const [subApp, rows] of Object.entries(ROWS)) {
    const mounted = fixture.testApp.app.routes[subApp as SubApp].filter(({ method }) => method !== 'ALL');
    const names = new Set(mounted.map(({ method, path }) => `${method} ${path}`));
    expect([...names].sort()).toEqual(Object.keys(rows).sort());
  }
});

describe('access from another company', () => {
  for (const { subApp, name } of routes) {
    test(`${subApp} ${name} with its ids: nothing read, nothing changed`, async () => {
      const { boreal, aurora } = fixture;
      for (const [owner, roles, mark] of [
        [boreal, ['stranger', ...AURORA], MARKS.boreal],
        [aurora, ['stranger', 'davi'], MARKS.aurora],
      ] as const) {
        const before = await fixture.dumpAll();
        for (const role of roles) {
          const call = callOf(subApp, name, owner);
          const reply = await fixture.send(role, call);
          expectNothing(role, call, reply, mark);
          if (subApp === 'api') expectDocumented(call, reply);
          if (hasForeignId(name) && !ROWS[subApp][name]?.of?.shared)
            expect({ role, ok: isRefusal(call, reply) }).toEqual({ role, ok: true });
        }
        const after = await fixture.dumpAll();
        if (owner === boreal) expect(after.boreal).toBe(before.boreal);
        else expect(after.aurora).toBe(before.aurora);
        expect(after.platform).toBe(before.platform);
      }
    });
  }

  for (const [name, make] of MIXED_CALLS) {
    test(`${name}: refused, nothing changed on either side`, async () => {
      const before = await fixture.dumpAll();
      const call: Call = { subApp: 'api', ...make(fixture) };
      const reply = await fixture.send('ana', call);
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect(reply.status).toBeLessThan(500);
      expectNothing('ana', call, reply, MARKS.boreal);
      expect(await fixture.dumpAll()).toEqual(before);
    });
  }

  test('bulk actions skip its tickets as nonexistent', async () => {
    const { aurora, boreal } = fixture;
    const before = await fixture.dumpAll();
    for (const more of [
      { action: 'close', ids: [boreal.ticketId] },
      { action: 'unread', ids: [boreal.ticketId] },
      { action: 'assign', ids: [aurora.ticketId], userId: boreal.userId },
      { action: 'assign', ids: [aurora.ticketId], queueId: boreal.queueId },
      { action: 'tag', ids: [aurora.ticketId], tagIds: [boreal.tagId] },
    ]) {
      const call: Call = { subApp: 'api', ...post('/tickets/bulk', more) };
      const reply = await fixture.send('ana', call);
      expect({ more, body: JSON.parse(reply.text) }).toMatchObject({ more, body: { done: 0, undo: null } });
      expectNothing('ana', call, reply, MARKS.boreal);
    }
    expect(await fixture.dumpAll()).toEqual(before);
  });

  test('its text and ids match nothing in lists', async () => {
    const { boreal } = fixture;
    const paths = [
      `/tickets?showAll=true&queueIds=[${boreal.queueId}]`,
      `/tickets?showAll=true&users=[${boreal.userId}]`,
      `/tickets?showAll=true&tags=[${boreal.tagId}]`,
      `/tickets?showAll=true&searchParam=${MARKS.boreal}`,
      `/contacts?searchParam=${MARKS.boreal}`,
      `/tags?searchParam=${MARKS.boreal}`,
      `/messages/${fixture.aurora.ticketId}?peek=true&around=${boreal.textId}`,
    ];
    for (const path of paths) {
      const call: Call = { subApp: 'api', method: 'GET', path, body: undefined };
      const reply = await fixture.send('ana', call);
      expect({ path, status: reply.status }).toEqual({ path, status: 200 });
      expectNothing('ana', call, reply, MARKS.boreal);
    }
  });

  test('media URLs open only with a signature of the owning company', async () => {
    const { kernel } = fixture.testApp;
    const { aurora, boreal } = fixture;
    const key = (path: string) => path.split('/').slice(3).join('/');
    const good = kernel.storage.signedPath(boreal.companyId, key(boreal.mediaPath));
    const own = kernel.storage.signedPath(aurora.companyId, key(aurora.mediaPath));
    const read = async (role: Role, path: string) =>
      (await fixture.send(role, { subApp: 'site', method: 'GET', path, body: undefined })).status;
    expect(await read('stranger', good)).toBe(200);
    expect(await read('ana', boreal.mediaPath + new URL(own, 'http://x').search)).toBe(404);
    expect(await read('ana', `/media/${aurora.companyId}/${key(boreal.mediaPath)}`)).toBe(404);
    expect(await read('ana', good.replace(/s=.{4}/, 's=AAAA'))).toBe(404);
    expect(await read('ana', good.replace(/e=\d/, 'e=9'))).toBe(404);
    for (const odd of [
      '../../company.db',
      '..%2f..%2fcompany.db',
      '%2e%2e/%2e%2e/company.db',
      '202603/../x.db',
    ]) {
      expect(await read('ana', `/media/${aurora.companyId}/${odd}`)).toBe(404);
    }
  });
});

describe('permissions within a company', () => {
  for (const { subApp, name } of routes) {
    const access = ROWS[subApp][name]?.access ?? 'admin';
    const refused = ([...AURORA, 'stranger'] as Role[]).filter((role) => !ALLOWED[access].includes(role));
    if (refused.length === 0) continue;
    test(`${subApp} ${name} is refused to ${refused.join(', ')}`, async () => {
      const before = await fixture.dumpAll();
      for (const role of refused) {
        const call = callOf(subApp, name, fixture.aurora);
        const reply = await fixture.send(role, call);
        expect({ role, ok: isRefusal(call, reply) }).toEqual({ role, ok: true });
        if (subApp === 'api') expectDocumented(call, reply);
        expect(reply.text).not.toMatch(CANARY);
        expect(reply.text).not.toMatch(FOR_ADMINS);
        if (role === 'stranger' || access === 'reader') expect(reply.text).not.toContain(MARKS.aurora);
      }
      expect(await fixture.dumpAll()).toEqual(before);
    });
  }
});

describe('inactive company', () => {
  const states: [string, { status: boolean; dueDate: Date | null }, string][] = [
    ['expired', { status: true, dueDate: new Date('2026-03-10T14:59:59Z') }, 'ERR_SUBSCRIPTION_EXPIRED'],
    ['disabled', { status: false, dueDate: null }, 'ERR_COMPANY_DISABLED'],
  ];
  for (const [word, state, code] of states) {
    test(`${word}: can use only sign-out routes, and its media are closed too`, async () => {
      await fixture.setCompany(state);
      const before = await fixture.dumpAll();
      for (const { subApp, name } of routes) {
        const access = ROWS[subApp][name]?.access ?? '';
        if (['anyone', 'leaving'].includes(access) || (word === 'expired' && access === 'expired')) continue;
        const reply = await fixture.send('ana', callOf(subApp, name, fixture.aurora));
        expect({ name, status: reply.status }).toEqual({ name, status: 403 });
        if (subApp === 'api') expect(JSON.parse(reply.text)).toMatchObject({ error: code });
        expect(reply.text).not.toContain(MARKS.aurora);
      }
      expect(await fixture.dumpAll()).toEqual(before);
      await fixture.setCompany({ status: true, dueDate: null });
    });
  }
});

describe('secrets in output', () => {
  beforeAll(() => plantCodes(fixture.testApp, 'aurora', fixture.aurora));

  test('agents see no pairing code and no external key, but administrators do', async () => {
    for (const path of ['/whatsapp', `/whatsapp/${fixture.aurora.connectionId}`, '/settings']) {
      const call: Call = { subApp: 'api', method: 'GET', path, body: undefined };
      expect((await fixture.send('ana', call)).text).toMatch(FOR_ADMINS);
      for (const role of ['rui', 'bia'] as const)
        expect((await fixture.send(role, call)).text).not.toMatch(FOR_ADMINS);
    }
  });

  test('no response of any route contains a canary', async () => {
    for (const role of ['bia', 'rui', 'ana'] as const) {
      for (const { subApp, name } of routes) {
        if (!name.startsWith('GET')) continue;
        const reply = await fixture.send(role, callOf(subApp, name, fixture.aurora));
        // An administrator's replies must not be empty, or the search would prove nothing.
        if (role === 'ana' && !CLOSED.includes(name) && ROWS[subApp][name]?.access !== 'super')
          expect({ name, ok: reply.status < 400 }).toEqual({ name, ok: true });
        expect({ role, name, has: CANARY.exec(reply.text + reply.headers)?.[0] }).toEqual({
          role,
          name,
          has: undefined,
        });
      }
    }
  });

  test('the alert webhook URL is visible only to super administrators where they set it', async () => {
    const { kernel, people } = fixture.testApp;
    await setSuper(kernel, people, 'ana');
    const { url } = await getAlertSettings(kernel);
    expect(url).toBe(ALERT_ADDRESS);
    await changeAlertSettings(await fixture.testApp.scopeOf('ana'), {
      ...(await getAlertSettings(kernel)),
      delayMs: 77,
    });
    const written = await kernel.platform.db.select().from(auditEntries);
    expect(written.map(({ subjectId }) => subjectId)).toContain('alerts');
    expect(JSON.stringify(written)).not.toMatch(CANARY);
    const seen: string[] = [];
    for (const { subApp, name } of routes) {
      if (!name.startsWith('GET')) continue;
      const { text, headers } = await fixture.send('ana', callOf(subApp, name, fixture.aurora));
      if (CANARY.test(text + headers)) seen.push(name);
    }
    expect(seen).toEqual(['GET /settings/status']);
    await setSuper(kernel, people, 'ana', false);
  });

  test('an unreachable alert webhook is logged without its URL', async () => {
    const { kernel } = fixture.testApp;
    const row = { kind: 'backup', news: 'began', about: '', beganAt: kernel.clock() } as const;
    await kernel.platform.write((tx) => tx.insert(statusAlerts).values(row));
    await callAlertWebhook(kernel);
    expect(fixture.log.at(-1)).toContain('an alert did not reach its webhook');
  });

  test('no log line contains a canary, cookie, key or customer message', () => {
    const { log, cookies, testApp } = fixture;
    expect(log.length).toBeGreaterThan(500);
    const secrets = [testApp.kernel.secrets.jwt, testApp.kernel.secrets.media.toString('base64'), ...cookies];
    for (const line of log) {
      expect(line).not.toMatch(CANARY);
      expect(line).not.toMatch(FOR_ADMINS);
      const reported = [MARKS.aurora, MARKS.boreal, ...secrets].filter((word) => line.includes(word));
      expect({ line: reported.length > 0 ? line : '', told: reported }).toEqual({ line: '', told: [] });
    }
  });
});

const CLOSED = [
  'GET /setup/:secret',
  'GET /confirm-email/:secret',
  'GET /trust',
  'GET /.well-known/security.txt',
  'GET /invitation/:secret',
  'GET /ws',
  'GET /metrics',
  'GET /profile/passkeys/new',
  'GET /login/passkey',
];
