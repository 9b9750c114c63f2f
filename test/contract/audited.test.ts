import { afterAll, expect, test } from 'bun:test';
import { platformSettings } from '@db/platform/schema/index.ts';
import { ENDPOINTS, PAGES } from '@/web/routes.ts';
import { callOf, type Sent } from '../support/calls.ts';
import type { TestApp } from '../support/deps.ts';
import { createFilledApp, type Fixtures } from '../support/fixtures.ts';
import { setSuper } from '../support/people.ts';
import { countAudited, UNAUDITED } from './audited.ts';

const used: TestApp[] = [];
afterAll(async () => {
  for (const testApp of used) await testApp.stop();
});

async function fill(): Promise<{ testApp: TestApp; fixtures: Fixtures }> {
  const { testApp, fixtures } = await createFilledApp();
  used.push(testApp);
  await setSuper(testApp.kernel, testApp.people, 'ana');
  const allowed = { key: 'allowregister', value: 'enabled' };
  await testApp.kernel.platform.write((tx) => tx.insert(platformSettings).values(allowed));
  return { testApp, fixtures };
}

/** Their examples are refused. Each uses a service function that the contract test covers, or has its own test. */
const REFUSED = [
  'PUT /profile',
  'POST /settings/companies/import/take-over',
  'PUT /connections/:connectionId',
  'POST /settings/status/move',
  'PUT /subscription',
  'PUT /platform/payments/efi',
  'PUT /platform/payments/mercadopago',
  'POST /login',
  'POST /login/code',
  'POST /login/passkey',
  'DELETE /prompts/:promptId',
  'DELETE /users/:userId/sessions',
  'DELETE /profile/sessions/:session',
  'POST /profile/passkeys',
  'DELETE /users/:userId/factors',
  'POST /profile/authenticator',
  'POST /profile/authenticator/remove',
  'POST /profile/recovery-codes',
  'POST /setup/:secret',
  'POST /invitation/:secret',
  'POST /forgetpsw/reset',
  'POST /confirm-email/:secret',
  'POST /contacts/:contactId/merge',
  'POST /settings/look/logo',
  'POST /subscription/plans',
  'POST /platform/invoices/:invoiceId/cancel',
  'POST /settings/companies/bin/:companyId',
  'POST /settings/companies/:companyId/enter',
  'DELETE /settings/mails/:mailId',
  'DELETE /users/:userId/invitation',
  'DELETE /connections/:connectionId',
  'DELETE /tickets/:uuid',
  'DELETE /schedules/:scheduleId',
  'DELETE /contact-list-items/:contactListItemId',
  'DELETE /settings/plans/:planId',
  'POST /settings/companies/:companyId/delete',
  'POST /settings/companies/:companyId/restore',
  'POST /contacts/:contactId/erase',
  'POST /settings/companies/bin/:companyId/erase',
  'POST /leave-company',
];
const TAKEN = /^POST \/(holidays|queues|files|click-to-chat)$/;

test('every form and button of a page is audited or excused', async () => {
  const { testApp, fixtures } = await fill();
  const rows = PAGES.filter(({ method, name }) => method !== 'GET' && !(name in UNAUDITED));
  const order = (name: string) =>
    /delete|erase|^DELETE|logout|leave/i.test(name) ? 2 : name.startsWith('PUT') ? 0 : 1;
  const untold: string[] = [];
  for (const row of rows.sort((a, b) => order(a.name) - order(b.name))) {
    const before = await countAudited(testApp);
    const reply = await send(testApp, callOf(row, fixtures));
    if ((await countAudited(testApp)) > before) continue;
    // An earlier PUT may have taken the example's name.
    await send(testApp, renamed(callOf(row, fixtures)));
    if ((await countAudited(testApp)) > before) continue;
    const isRefused =
      (reply.status >= 400 || row.name === 'POST /login/code') &&
      (REFUSED.includes(row.name) || TAKEN.test(row.name));
    if (!isRefused) untold.push(`${row.name} ${reply.status}`);
  }
  expect(untold).toEqual([]);
});

async function send(testApp: TestApp, { path, method, body, form }: Sent): Promise<Response> {
  const reply = await (await testApp.as('ana')).raw(path, {
    method,
    headers: { Accept: 'text/html', 'HX-Request': 'true', 'HX-Request-Type': 'partial' },
    ...(form ? { body: form } : body ? { body: asForm(body) } : {}),
  });
  await testApp.settle();
  return reply;
}

function renamed({ body, ...sent }: Sent): Sent {
  const fields = { ...(body as Record<string, unknown>) };
  if ('name' in fields) fields.name = `${fields.name} bis`;
  return { ...sent, body: body && fields };
}

function asForm(body: unknown): URLSearchParams {
  const pairs = Object.entries(body as Record<string, unknown>).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one)]),
  );
  return new URLSearchParams(pairs);
}

test('every exception names an existing route', () => {
  const names = new Set([...ENDPOINTS, ...PAGES].map(({ name }) => name));
  expect(Object.keys(UNAUDITED).filter((name) => !names.has(name))).toEqual([]);
});
