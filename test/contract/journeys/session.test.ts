import { afterAll, beforeAll, expect, test } from 'bun:test';
import { ask, type Client, expectFields, openClient, type Row } from './client.ts';

let ana: Client;
beforeAll(async () => {
  ana = await openClient();
});
afterAll(() => ana.stop());

test('the sign-in page reads its settings without a token', async () => {
  for (const key of ['viewregister', 'allowregister', 'trial']) {
    const { status, data } = await ask(ana.testApp, '', 'GET', `/settings/${key}`);
    expect(status).toBe(200);
    expectFields(data, 'value:string');
  }
});

test('signing in gives a user, their company and its settings', () => {
  expectFields(
    ana.user,
    'id:number companyId:number name:string profile:string super:boolean allTicket:string',
  );
  expectFields(ana.user, 'company.id:number company.name:string company.dueDate:string');
  expectFields(ana.user, 'company.settings[].key:string company.settings[].value:string');
  expect(Array.isArray(ana.user.queues)).toBe(true);
});

test('the menu reads version, plan, chats and connections', async () => {
  expectFields(await ana.get('/version'), 'version:string');
  const plan = await ana.get(`/companies/listPlan/${ana.user.companyId}`);
  const flags =
    'useCampaigns useKanban useOpenAi useIntegrations useSchedules useInternalChat useExternalApi';
  for (const flag of flags.split(' ')) expectFields(plan, `plan.${flag}:boolean`);
  expectFields(await ana.get('/chats/'), 'records[].users[].userId:number records[].users[].unreads:number');
  const connections = await ana.get<Row[]>('/whatsapp/?session=0');
  expectFields(connections, '[].id:number [].name:string [].status:string [].qrcode [].updatedAt:string');
  expectFields(connections, '[].isDefault:boolean [].retries:number [].queues');
});

test('the settings page asks who is signed in', async () => {
  expectFields(await ana.get('/auth/me'), 'id:number profile:string super:boolean');
});

test('a password is forgotten: the answer carries a status and never says who is known', async () => {
  for (const email of ['ana@aurora.test', 'ninguem@aurora.test']) {
    const { status, data } = await ask(ana.testApp, '', 'POST', `/forgetpassword/${email}`);
    expect(status).toBe(200);
    expect((data as { status: number }).status).toBe(200);
  }
});

test('ten minutes after signing in, a critical act is refused with a sentence to show', async () => {
  ana.testApp.clock.advance(11 * 60_000);
  const change = { password: 'outra senha bem comprida' };
  const { status, data } = await ana.reply('PUT', `/users/${ana.user.id}`, change);
  expect([status, (data as { error: string }).error]).toEqual([
    403,
    expect.stringContaining('saia, entre de novo'),
  ]);
});

test('signing out ends the session', async () => {
  const again = await openClient('rui');
  await again.send('DELETE', '/auth/logout');
  expect(await again.status('GET', '/auth/me')).toBe(401);
  await again.stop();
});
