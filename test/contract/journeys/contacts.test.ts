import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Client, expectFields, openClient, type Row } from './client.ts';

let ana: Client;
beforeAll(async () => {
  ana = await openClient();
});
afterAll(() => ana.stop());

test('contacts are listed with groups, added, changed, opened and deleted', async () => {
  const page = await ana.get('/contacts/', { searchParam: '', pageNumber: 1 });
  expectFields(
    page,
    'contacts[].id:number contacts[].name:string contacts[].number:string contacts[].email:string',
  );
  expectFields(page, 'contacts[].profilePicUrl contacts[].isGroup:boolean hasMore:boolean count:number');
  expect((page.contacts as unknown as Row[]).some(({ isGroup }) => isGroup)).toBe(true);
  const typed = { name: 'Pessoa Nova', number: '55 (11) 93333-4444', email: 'nova@example.com' };
  const made = await ana.send('POST', '/contacts', { ...typed, extraInfo: [{ name: 'CPF', value: '1' }] });
  const whole = await ana.get(`/contacts/${made.id}`);
  expectFields(
    whole,
    'name:string number:string email:string extraInfo[].name:string extraInfo[].value:string',
  );
  const saved = await ana.send('PUT', `/contacts/${made.id}`, { ...whole, name: 'Pessoa Outra' });
  expectFields(saved, 'id:number name:string extraInfo[].id:number');
  const found = await ana.get('/contacts', { searchParam: 'pessoa outra' });
  expectFields(found, 'contacts[].id:number contacts[].name:string contacts[].number:string');
  expectFields(await ana.send('DELETE', `/contacts/${made.id}`), 'message:string');
});

test('a shared card learns whether its contact is known', async () => {
  const { contactName: name, contactNumber: number } = ana.fixtures;
  const card = await ana.send('POST', '/contacts', { name, number, email: '' });
  expectFields(card, 'alreadyExists:boolean existingContact.id:number existingContact.profilePicUrl');
});

test('all contacts are loaded for a picker', async () => {
  expectFields(
    await ana.get('/contacts/list', { companyId: ana.user.companyId }),
    '[].id:number [].name:string',
  );
});
