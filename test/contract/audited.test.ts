import { afterAll, expect, test } from 'bun:test';
import { platformSettings } from '@db/platform/schema/index.ts';
import { ENDPOINTS, PAGES } from '@/rows.ts';
import { callOf } from '../support/calls.ts';
import type { TestDesk } from '../support/deps.ts';
import { setSuper } from '../support/people.ts';
import { createFilledDesk, type World } from '../support/world.ts';
import { countAudited, UNAUDITED } from './audited.ts';

const used: TestDesk[] = [];
afterAll(async () => {
  for (const desk of used) await desk.stop();
});

async function fill(): Promise<{ desk: TestDesk; world: World }> {
  const { desk, world } = await createFilledDesk();
  used.push(desk);
  await setSuper(desk.kernel, desk.cast, 'ana');
  const allowed = { key: 'allowregister', value: 'enabled' };
  await desk.kernel.platform.write((tx) => tx.insert(platformSettings).values(allowed));
  return { desk, world };
}

/** Their examples are refused. Each calls the verb of a call that the contract test tries, or has a test of its own. */
const REFUSED = [
  'PUT /profile',
  'POST /settings/companies/import/take-over',
  'PUT /connections/:connectionId',
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
/** They make what has been made already under another name. */
const TAKEN =
  /^POST \/(holidays|queues|queue-integration|tags|files|rules|webhooks|click-to-chat|settings\/(companies|plans))$/;

/** As in the contract test, of which pages have no part: what is gone is no excuse, so those that delete come last. */
test('every form and button of a page is written down, or excused', async () => {
  const { desk, world } = await fill();
  const rows = PAGES.filter(({ method, name }) => method !== 'GET' && !(name in UNAUDITED));
  const order = (name: string) =>
    /delete|erase|^DELETE|logout|leave/i.test(name) ? 2 : name.startsWith('PUT') ? 0 : 1;
  const untold: string[] = [];
  for (const row of rows.sort((a, b) => order(a.name) - order(b.name))) {
    const { path, method, body, form } = callOf(row, world);
    const before = await countAudited(desk);
    const ana = await desk.as('ana');
    const reply = await ana.raw(path, {
      method,
      headers: { Accept: 'text/html', 'HX-Request': 'true', 'HX-Request-Type': 'partial' },
      ...(form ? { body: form } : body ? { body: asForm(body) } : {}),
    });
    await desk.settle();
    if ((await countAudited(desk)) > before) continue;
    const isRefused =
      (reply.status >= 400 || row.name === 'POST /login/code') &&
      (REFUSED.includes(row.name) || TAKEN.test(row.name));
    if (!isRefused) untold.push(`${row.name} ${reply.status}`);
  }
  expect(untold).toEqual([]);
});

function asForm(body: unknown): URLSearchParams {
  const pairs = Object.entries(body as Record<string, unknown>).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one)]),
  );
  return new URLSearchParams(pairs);
}

test('no excuse is for a row that is not there', () => {
  const names = new Set([...ENDPOINTS, ...PAGES].map(({ name }) => name));
  expect(Object.keys(UNAUDITED).filter((name) => !names.has(name))).toEqual([]);
});
