import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

/** Existing clients read these lists unchecked ('' is the reply itself). */
const EMPTY: [path: string, list: string][] = [
  ['/chats/', 'records'],
  ['/announcements/?searchParam=&pageNumber=1', 'records'],
  ['/prompt', 'prompts'],
  ['/queueIntegration', 'queueIntegrations'],
  ['/files/?searchParam=&pageNumber=1', 'files'],
  ['/files?companyId=1', 'files'],
  ['/schedules/?searchParam=&pageNumber=1', 'schedules'],
  ['/helps/list', ''],
  ['/helps?searchParam=', 'records'],
  ['/invoices/all?searchParam=&pageNumber=1', ''],
];
for (const [path, list] of EMPTY) {
  test(`${path} returns a list`, async () => {
    const { status, body } = await (await testApp.as('bia')).json<Record<string, unknown>>('GET', path);
    expect(status).toBe(200);
    if (list === '') expect(body as unknown).toEqual([]);
    else expect(body).toEqual({ [list]: [], count: 0, hasMore: false });
  });
}

test('the settings page reads its own company and no other', async () => {
  const companyId = testApp.people.companyId.aurora;
  const own = await (await testApp.as('ana')).json<{ settings: { key: string }[] }>(
    'GET',
    `/companies/${companyId}`,
  );
  expect(own).toMatchObject({ status: 200, body: { id: companyId, name: 'Aurora', schedules: [] } });
  expect(own.body.settings.map(({ key }) => key)).toContain('scheduleType');
  expect(own.body.settings.map(({ key }) => key)).not.toContain('asaas');
  expect(await (await testApp.as('davi')).json('GET', `/companies/${companyId}`)).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_COMPANY_FOUND' },
  });
});
