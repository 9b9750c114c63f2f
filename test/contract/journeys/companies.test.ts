import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Client, expectFields, openClient, type Row } from './client.ts';

let ana: Client;
beforeAll(async () => {
  ana = await openClient('ana', { isSuper: true });
});
afterAll(() => ana.stop());

test('companies: list, a new one without a password, its users', async () => {
  const companies = await ana.get<Row[]>('/companies/list');
  expectFields(
    companies,
    '[].id:number [].name:string [].email:string [].status:boolean [].dueDate [].settings',
  );
  expectFields(companies, '[].plan.name:string [].recurrence [].createdAt:string');
  const planId = (await ana.get<Row[]>('/plans/all'))[0]?.id;
  const typed = { name: 'Cometa', email: 'lia@cometa.test', phone: '', status: true, campaignsEnabled: true };
  const made = await ana.send('POST', '/companies', {
    ...typed,
    planId,
    recurrence: 'MENSAL',
    dueDate: '2099-01-01',
  });
  expectFields(made, 'id:number name:string invitation:string');
  await ana.send('PUT', `/companies/${made.id}`, { ...typed, id: made.id, planId, name: 'Cometa Dois' });
  const [owner] = await ana.get<Row[]>('/users/list', { companyId: made.id });
  expectFields(owner, 'id:number name:string email:string');
  const saved = { ...owner, password: 'uma senha bem comprida', companyId: made.id, profile: 'admin' };
  await ana.send('PUT', `/users/${owner?.id}`, saved);
  expectFields(await ana.get(`/users/${ana.user.id}`), 'name:string email:string');
  expect((await ana.get(`/users/${ana.user.id}`)).email).toBe('ana@aurora.test');
  await ana.send('DELETE', `/companies/${made.id}`);
});
