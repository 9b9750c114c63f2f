import { afterAll, beforeAll, expect, test } from 'bun:test';
import { platformScope } from '@/core/platform-scope.ts';
import { setPlatformValue } from '@/modules/settings/platform-values.service.ts';
import { ask, type Client, expectFields, openClient } from './client.ts';

let ana: Client;
beforeAll(async () => {
  ana = await openClient();
  await setPlatformValue(platformScope(ana.testApp.kernel), { key: 'allowregister', value: 'enabled' });
});
afterAll(() => ana.stop());

test('a company signs itself up with a plan of GET /plans/all and signs in', async () => {
  const { testApp } = ana;
  const { status, data: plans } = await ask(testApp, '', 'GET', '/plans/all');
  expect(status).toBe(200);
  expectFields(plans, '[].id:number [].name:string [].users:number [].connections:number [].queues:number');
  expectFields(plans, '[].value:number [].useCampaigns:boolean [].useInternal:boolean');
  const [plan] = plans as { id: number }[];
  const typed = { name: 'Padaria Sol', email: 'dona@padaria.test', password: 'uma senha bem comprida' };
  const decided = {
    recurrence: 'MENSAL',
    dueDate: '2026-03-13 12:00:00',
    status: 't',
    campaignsEnabled: true,
  };
  const body = { ...typed, phone: '(11) 98888-7777', planId: plan?.id, ...decided };
  expect((await ask(testApp, '', 'POST', '/companies/cadastro', body)).status).toBe(200);
  await testApp.settle();
  const login = await ask(testApp, '', 'POST', '/auth/login', typed);
  expect(login.status).toBe(200);
  expectFields(login.data, 'token:string user.companyId:number user.company.dueDate:string');
});
