import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { auditEntries, statusAlerts } from '@db/platform/schema/index.ts';
import { changeAlertSettings, getAlertSettings } from '@/modules/status/alert-settings.ts';
import { callAlertWebhook } from '@/modules/status/alert-webhook.ts';
import { ALERT_ADDRESS, CANARY, FOR_ADMINS, plantCodes } from './isolation/canaries.ts';
import { MIXED_CALLS, post } from './isolation/mixed-calls.ts';
import { expectDocumented, expectNothing, hasForeignId, isRefusal } from './isolation/replies.ts';
import { type Call, callOf, type Door, ROWS } from './isolation/routes.ts';
import { MARKS, type Role, type Stage, setStage } from './isolation/stage.ts';
import { setSuper } from './support/people.ts';

const AURORA: Role[] = ['ana', 'rui', 'bia', 'caio'];
const ALLOWED: Record<string, Role[]> = {
  anyone: ['stranger', ...AURORA],
  person: AURORA,
  leaving: AURORA,
  payer: ['ana'],
  reader: ['ana', 'rui', 'bia'],
  supervisor: ['ana', 'rui'],
  admin: ['ana'],
  super: [],
};

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.desk.stop());

const routes = (Object.entries(ROWS) as [Door, Record<string, unknown>][]).flatMap(([door, rows]) =>
  Object.keys(rows).map((name) => ({ door, name })),
);

test('every route of the app has a row, and every row a route', () => {
  for (const [door, rows] of Object.entries(ROWS)) {
    const mounted = stage.desk.app.routes[door as Door].filter(({ method }) => method !== 'ALL');
    const names = new Set(mounted.map(({ method, path }) => `${method} ${path}`));
    expect([...names].sort()).toEqual(Object.keys(rows).sort());
  }
});

describe('another company', () => {
  for (const { door, name } of routes) {
    test(`${door} ${name} with its ids: nothing read, nothing changed`, async () => {
      const { boreal, aurora } = stage;
      for (const [owner, roles, mark] of [
        [boreal, ['stranger', ...AURORA], MARKS.boreal],
        [aurora, ['stranger', 'davi'], MARKS.aurora],
      ] as const) {
        const before = await stage.dumpAll();
        for (const role of roles) {
          const call = callOf(door, name, owner);
          const reply = await stage.send(role, call);
          expectNothing(role, call, reply, mark);
          if (door === 'api') expectDocumented(call, reply);
          if (hasForeignId(name) && !ROWS[door][name]?.of?.shared)
            expect({ role, ok: isRefusal(call, reply) }).toEqual({ role, ok: true });
        }
        const after = await stage.dumpAll();
        if (owner === boreal) expect(after.boreal).toBe(before.boreal);
        else expect(after.aurora).toBe(before.aurora);
        expect(after.platform).toBe(before.platform);
      }
    });
  }

  for (const [name, make] of MIXED_CALLS) {
    test(`${name}: refused, nothing changed on either side`, async () => {
      const before = await stage.dumpAll();
      const call: Call = { door: 'api', ...make(stage) };
      const reply = await stage.send('ana', call);
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect(reply.status).toBeLessThan(500);
      expectNothing('ana', call, reply, MARKS.boreal);
      expect(await stage.dumpAll()).toEqual(before);
    });
  }

  test('many tickets at once: its own are skipped as if they were not there', async () => {
    const { aurora, boreal } = stage;
    const before = await stage.dumpAll();
    for (const more of [
      { action: 'close', ids: [boreal.ticketId] },
      { action: 'unread', ids: [boreal.ticketId] },
      { action: 'assign', ids: [aurora.ticketId], userId: boreal.userId },
      { action: 'assign', ids: [aurora.ticketId], queueId: boreal.queueId },
      { action: 'tag', ids: [aurora.ticketId], tagIds: [boreal.tagId] },
    ]) {
      const call: Call = { door: 'api', ...post('/tickets/bulk', more) };
      const reply = await stage.send('ana', call);
      expect({ more, body: JSON.parse(reply.text) }).toMatchObject({ more, body: { done: 0, undo: null } });
      expectNothing('ana', call, reply, MARKS.boreal);
    }
    expect(await stage.dumpAll()).toEqual(before);
  });

  test('its words and ids find nothing in lists', async () => {
    const { boreal } = stage;
    const paths = [
      `/tickets?showAll=true&queueIds=[${boreal.queueId}]`,
      `/tickets?showAll=true&users=[${boreal.userId}]`,
      `/tickets?showAll=true&tags=[${boreal.tagId}]`,
      `/tickets?showAll=true&searchParam=${MARKS.boreal}`,
      `/contacts?searchParam=${MARKS.boreal}`,
      `/tags?searchParam=${MARKS.boreal}`,
      `/messages/${stage.aurora.ticketId}?peek=true&around=${boreal.textId}`,
    ];
    for (const path of paths) {
      const call: Call = { door: 'api', method: 'GET', path, body: undefined };
      const reply = await stage.send('ana', call);
      expect({ path, status: reply.status }).toEqual({ path, status: 200 });
      expectNothing('ana', call, reply, MARKS.boreal);
    }
  });

  test('its media open with a signature of its own only', async () => {
    const { kernel } = stage.desk;
    const { aurora, boreal } = stage;
    const key = (path: string) => path.split('/').slice(3).join('/');
    const good = kernel.storage.signedPath(boreal.companyId, key(boreal.mediaPath));
    const own = kernel.storage.signedPath(aurora.companyId, key(aurora.mediaPath));
    const read = async (role: Role, path: string) =>
      (await stage.send(role, { door: 'site', method: 'GET', path, body: undefined })).status;
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

describe('rights inside the company', () => {
  for (const { door, name } of routes) {
    const access = ROWS[door][name]?.access ?? 'admin';
    const refused = ([...AURORA, 'stranger'] as Role[]).filter((role) => !ALLOWED[access]?.includes(role));
    if (refused.length === 0) continue;
    test(`${door} ${name} is refused to ${refused.join(', ')}`, async () => {
      const before = await stage.dumpAll();
      for (const role of refused) {
        const call = callOf(door, name, stage.aurora);
        const reply = await stage.send(role, call);
        expect({ role, ok: isRefusal(call, reply) }).toEqual({ role, ok: true });
        if (door === 'api') expectDocumented(call, reply);
        expect(reply.text).not.toMatch(CANARY);
        expect(reply.text).not.toMatch(FOR_ADMINS);
        if (role === 'stranger' || access === 'reader') expect(reply.text).not.toContain(MARKS.aurora);
      }
      expect(await stage.dumpAll()).toEqual(before);
    });
  }
});

describe('a company that may not work', () => {
  const states: [string, { status: boolean; dueDate: Date | null }, string][] = [
    ['expired', { status: true, dueDate: new Date('2026-03-10T14:59:59Z') }, 'ERR_SUBSCRIPTION_EXPIRED'],
    ['disabled', { status: false, dueDate: null }, 'ERR_COMPANY_DISABLED'],
  ];
  for (const [word, state, code] of states) {
    test(`${word}: no route but to leave, and its media are closed too`, async () => {
      await stage.setCompany(state);
      const before = await stage.dumpAll();
      for (const { door, name } of routes) {
        const access = ROWS[door][name]?.access ?? '';
        if (['anyone', 'leaving'].includes(access) || (word === 'expired' && access === 'payer')) continue;
        const reply = await stage.send('ana', callOf(door, name, stage.aurora));
        expect({ name, status: reply.status }).toEqual({ name, status: 403 });
        if (door === 'api') expect(JSON.parse(reply.text)).toMatchObject({ error: code });
        expect(reply.text).not.toContain(MARKS.aurora);
      }
      expect(await stage.dumpAll()).toEqual(before);
      await stage.setCompany({ status: true, dueDate: null });
    });
  }
});

describe('what leaves', () => {
  beforeAll(() => plantCodes(stage.desk, 'aurora', stage.aurora));

  test('agents see no code to pair with and no key of another system; administrators do', async () => {
    for (const path of ['/whatsapp', `/whatsapp/${stage.aurora.connectionId}`, '/settings']) {
      const call: Call = { door: 'api', method: 'GET', path, body: undefined };
      expect((await stage.send('ana', call)).text).toMatch(FOR_ADMINS);
      for (const role of ['rui', 'bia'] as const)
        expect((await stage.send(role, call)).text).not.toMatch(FOR_ADMINS);
    }
  });

  test('no reply of any route to anybody holds a canary', async () => {
    for (const role of ['bia', 'rui', 'ana'] as const) {
      for (const { door, name } of routes) {
        if (!name.startsWith('GET')) continue;
        const reply = await stage.send(role, callOf(door, name, stage.aurora));
        // An administrator's replies must not be empty, or the search would prove nothing.
        if (role === 'ana' && !CLOSED.includes(name) && ROWS[door][name]?.access !== 'super')
          expect({ name, ok: reply.status < 400 }).toEqual({ name, ok: true });
        expect({ role, name, has: CANARY.exec(reply.text + reply.headers)?.[0] }).toEqual({
          role,
          name,
          has: undefined,
        });
      }
    }
  });

  test('the address that alerts go to is seen by the platform’s administrators where they set it, and nowhere else', async () => {
    const { kernel, cast } = stage.desk;
    await setSuper(kernel, cast, 'ana');
    const { url } = await getAlertSettings(kernel);
    expect(url).toBe(ALERT_ADDRESS);
    await changeAlertSettings(await stage.desk.scopeOf('ana'), {
      ...(await getAlertSettings(kernel)),
      delayMs: 77,
    });
    const written = await kernel.platform.db.select().from(auditEntries);
    expect(written.map(({ subjectId }) => subjectId)).toContain('alerts');
    expect(JSON.stringify(written)).not.toMatch(CANARY);
    const seen: string[] = [];
    for (const { door, name } of routes) {
      if (!name.startsWith('GET')) continue;
      const { text, headers } = await stage.send('ana', callOf(door, name, stage.aurora));
      if (CANARY.test(text + headers)) seen.push(name);
    }
    expect(seen).toEqual(['GET /settings/status']);
    await setSuper(kernel, cast, 'ana', false);
  });

  test('a receiver of alerts that cannot be reached is logged without its address', async () => {
    const { kernel } = stage.desk;
    const row = { kind: 'backup', news: 'began', about: '', beganAt: kernel.clock() } as const;
    await kernel.platform.write((tx) => tx.insert(statusAlerts).values(row));
    await callAlertWebhook(kernel);
    expect(stage.log.at(-1)).toContain('an alert did not reach its webhook');
  });

  test('no log line holds a canary, a cookie, a key, or what a customer said', () => {
    const { log, cookies, desk } = stage;
    expect(log.length).toBeGreaterThan(500);
    const secrets = [desk.kernel.secrets.jwt, desk.kernel.secrets.media.toString('base64'), ...cookies];
    for (const line of log) {
      expect(line).not.toMatch(CANARY);
      expect(line).not.toMatch(FOR_ADMINS);
      const told = [MARKS.aurora, MARKS.boreal, ...secrets].filter((word) => line.includes(word));
      expect({ line: told.length > 0 ? line : '', told }).toEqual({ line: '', told: [] });
    }
  });
});

/** A guessed secret, what is off until somebody turns it on, and a socket over plain HTTP. */
const CLOSED = [
  'GET /setup/:secret',
  'GET /confirm-email/:secret',
  'GET /trust',
  'GET /.well-known/security.txt',
  'GET /invitation/:secret',
  'GET /ws',
  'GET /metrics',
  // The stage has no https address.
  'GET /profile/passkeys/new',
  'GET /login/passkey',
];
