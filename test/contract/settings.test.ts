import { afterAll, beforeAll, expect, test } from 'bun:test';
import { plans } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

/** Spec part 1 §3; `sendTyping`, `scheduleLateness`, `secondFactor`, `phoneBesideDesktop`, `weeklyMail` and those of AI are our own. */
const OF_A_COMPANY = [
  'userRating',
  'scheduleType',
  'CheckMsgIsGroup',
  'call',
  'chatBotType',
  'sendGreetingAccepted',
  'sendMsgTransfTicket',
  'sendGreetingMessageOneQueues',
  'sendTyping',
  'scheduleLateness',
  'secondFactor',
  'phoneBesideDesktop',
  'weeklyMail',
  'aiMonthlyTokens',
  'aiAssistantPrompt',
  'aiAssistantInstructions',
  'aiAssistantAudioModel',
  'auditDays',
  'timeZone',
  'keepMessages',
  'keepMedia',
  'campaignsEnabled',
  'ipixc',
  'tokenixc',
  'ipmkauth',
  'clientidmkauth',
  'clientsecretmkauth',
  'asaas',
];
const OF_THE_PLATFORM = ['allowregister', 'viewregister', 'trial'];

test('lists every settings key, including unset ones', async () => {
  const { body } = await (await testApp.as('ana')).json<{ key: string }[]>('GET', '/settings');
  expect(body.map(({ key }) => key).sort()).toEqual([...OF_A_COMPANY].sort());
});

test('platform settings are listed for super administrators, who alone change them', async () => {
  const stranger = await testApp.as();
  const change = async (key: string, value: string) =>
    (await testApp.as('rui')).json('PUT', `/settings/${key}`, { key, value });
  for (const key of OF_THE_PLATFORM) {
    const reply = await (await testApp.as('ana')).json('PUT', `/settings/${key}`, { value: 'enabled' });
    expect(reply).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  }
  await setSuper(testApp.kernel, testApp.people, 'rui');
  const { body } = await (await testApp.as('rui')).json<{ id: number; key: string }[]>('GET', '/settings');
  expect(body.map(({ key }) => key)).toEqual(expect.arrayContaining(OF_THE_PLATFORM));
  expect(new Set(body.map(({ id }) => id)).size).toBe(body.length);
  for (const [key, value] of [
    ['trial', '7'],
    ['allowregister', 'enabled'],
    ['viewregister', 'enabled'],
  ] as const) {
    expect(await change(key, value)).toMatchObject({ status: 200, body: { key, value } });
    expect(await stranger.json('GET', `/settings/${key}`)).toMatchObject({ body: { key, value } });
  }
  for (const [key, value] of [
    ['trial', '0'],
    ['trial', '8'],
    ['allowregister', 'maybe'],
  ] as const)
    expect((await change(key, value)).status).toBe(400);
  await setSuper(testApp.kernel, testApp.people, 'rui', false);
});

test('campaignsEnabled follows the plan regardless of the stored value and cannot be set', async () => {
  const value = async () =>
    (await (await testApp.as('bia')).json<{ key: string; value: string }[]>('GET', '/settings')).body.find(
      ({ key }) => key === 'campaignsEnabled',
    )?.value;
  const setPlan = (useCampaigns: boolean) =>
    testApp.kernel.platform.write((tx) => tx.update(plans).set({ useCampaigns }));
  expect(await value()).toBe('true');
  await setPlan(false);
  expect(await value()).toBe('false');
  await setPlan(true);
  const reply = await (await testApp.as('ana')).json('PUT', '/settings/campaignsEnabled', { value: 'true' });
  expect(reply).toMatchObject({ status: 404, body: { error: 'ERR_NO_SETTING_FOUND' } });
});

test('agents receive the settings their screens read without checking for existence', async () => {
  const { body } = await (await testApp.as('bia')).json<{ key: string }[]>('GET', '/settings');
  const keys = body.map(({ key }) => key);
  expect(keys).toEqual(expect.arrayContaining(['sendGreetingAccepted', 'scheduleType', 'userRating']));
});

test('names of object prototype members are not settings', async () => {
  for (const key of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    const reply = await (await testApp.as('ana')).json('PUT', `/settings/${key}`, { value: 'enabled' });
    expect(reply).toMatchObject({ status: 404, body: { error: 'ERR_NO_SETTING_FOUND' } });
  }
});

test('exactly three settings can be read before sign-in', async () => {
  const stranger = await testApp.as();
  for (const key of ['trial', 'allowregister', 'viewregister']) {
    expect(await stranger.json('GET', `/settings/${key}`)).toMatchObject({ status: 200, body: { key } });
  }
  for (const key of ['asaas', 'setUpLink', 'setUpAt', '__proto__']) {
    expect(await stranger.json('GET', `/settings/${key}`)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_SETTING_FOUND' },
    });
  }
});
