import { afterAll, beforeAll, test } from 'bun:test';
import { type Client, expectFields, openClient } from './client.ts';

let ana: Client;
beforeAll(async () => {
  ana = await openClient();
});
afterAll(() => ana.stop());

test('settings and finance: options, hours, invoices', async () => {
  const { companyId } = ana.user;
  expectFields(await ana.get('/settings'), '[].key:string [].value:string');
  await ana.send('PUT', '/settings/userRating', { key: 'userRating', value: 'enabled' });
  const company = await ana.get(`/companies/${companyId}`);
  expectFields(company, 'id:number schedules planId:number');
  await ana.send('PUT', `/companies/${companyId}/schedules`, { id: companyId, schedules: company.schedules });
  expectFields(
    await ana.get(`/plans/${company.planId}`),
    'id:number name:string value:number users:number queues:number',
  );
  const invoices = await ana.get('/invoices/all', { searchParam: '', pageNumber: 1 });
  expectFields(invoices, '[].id:number [].detail:string [].value:number [].dueDate:string [].status:string');
});
