import { afterAll, beforeAll, expect, test } from 'bun:test';
import { PNG } from '@test/support/fixtures.ts';
import { renewToken } from '@/modules/connections/api-token.service.ts';
import { ask, type Client, openClient } from './client.ts';

let ana: Client;
beforeAll(async () => {
  ana = await openClient();
});
afterAll(() => ana.stop());

test('the page of the message API sends a text and a file with a typed token', async () => {
  const { testApp, fixtures } = ana;
  const token = await renewToken(await testApp.scopeOf('ana'), { connectionId: fixtures.connectionId });
  const number = fixtures.contactNumber;
  const text = await ask(testApp, token, 'POST', '/api/messages/send', { number, body: 'Olá' });
  const form = new FormData();
  form.append('number', number);
  form.append('body', 'foto.png');
  form.append('medias', new File([PNG], 'foto.png', { type: 'image/png' }));
  const file = await ask(testApp, token, 'POST', '/api/messages/send', form);
  expect([text.status, file.status]).toEqual([200, 200]);
  await testApp.settle();
  expect(testApp.whatsapp.sent.map(({ content }) => content.type)).toEqual(['text', 'image']);
});
