import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Client, expectFields, openClient } from './client.ts';

let ana: Client;
beforeAll(async () => {
  ana = await openClient();
});
afterAll(() => ana.stop());

test('contact lists and campaigns: dialog, a file within the hour, report', async () => {
  const { companyId } = ana.user;
  const { connectionId: whatsappId, contactListId } = ana.fixtures;
  expectFields(
    await ana.get('/contact-lists/', { searchParam: '', pageNumber: 1 }),
    'records[].id:number records[].name:string records[].contactsCount',
  );
  expectFields(await ana.get(`/contact-lists/${contactListId}`), 'name:string');
  const items = await ana.get('/contact-list-items', {
    searchParam: '',
    pageNumber: 1,
    contactListId,
  });
  expectFields(
    items,
    'contacts[].id:number contacts[].name:string contacts[].number:string contacts[].email:string',
  );
  expectFields(items, 'contacts[].isWhatsappValid');
  expectFields(await ana.get('/contact-lists/list', { companyId }), '[].id:number [].name:string');
  expectFields(await ana.get('/files/', { companyId }), 'files');
  const at = new Date(ana.testApp.clock.now.getTime() + 600_000).toISOString();
  const empty = {
    message2: '',
    message3: '',
    message4: '',
    message5: '',
    confirmation: false,
    status: 'INATIVA',
  };
  const typed = {
    name: 'Natal',
    message1: 'Oi',
    scheduledAt: at,
    whatsappId,
    contactListId,
    tagListId: 'Nenhuma',
  };
  const made = await ana.send('POST', '/campaigns', { ...empty, ...typed, companyId, fileListId: null });
  expectFields(await ana.upload(`/campaigns/${made.id}/media-upload`), 'mensagem:string');
  const page = await ana.get('/campaigns/', { searchParam: 'natal', pageNumber: 1 });
  expectFields(page, 'records[].id:number records[].status:string records[].contactList.name:string');
  expectFields(
    page,
    'records[].whatsapp.name:string records[].scheduledAt records[].completedAt records[].confirmation:boolean',
  );
  const one = await ana.get(`/campaigns/${made.id}`);
  expectFields(
    one,
    'shipping contactList.name:string contactList.contacts whatsapp.name:string mediaName:string',
  );
  expect(await ana.status('POST', `/campaigns/${made.id}/cancel`)).toBe(204);
  const settings = await ana.get<{ key: string; value: string }[]>('/campaign-settings');
  for (const { value } of settings) JSON.parse(value);
  const variables = [{ key: 'loja', value: 'Aurora' }];
  const intervals = { messageInterval: '20', longerIntervalAfter: '20', greaterInterval: '60', variables };
  await ana.send('POST', '/campaign-settings', { settings: intervals });
});
