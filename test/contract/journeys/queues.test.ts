import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Client, expectFields, openClient } from './client.ts';

let ana: Client;
beforeAll(async () => {
  ana = await openClient();
});
afterAll(() => ana.stop());

test('queues: list, dialog with hours and options, save, delete', async () => {
  expectFields(
    await ana.get('/queue'),
    '[].id:number [].name:string [].color:string [].orderQueue [].greetingMessage:string',
  );
  expectFields(
    await ana.get('/queueIntegration'),
    'queueIntegrations[].id:number queueIntegrations[].name:string',
  );
  expectFields(await ana.get('/prompt'), 'prompts[].id:number prompts[].name:string');
  const typed = {
    name: 'Da tela',
    color: '#0A0B0C',
    greetingMessage: 'Oi',
    outOfHoursMessage: '',
    orderQueue: '',
  };
  const queue = await ana.send('POST', '/queue', {
    ...typed,
    integrationId: '',
    promptId: '',
    schedules: [],
  });
  const row = await ana.get(`/queue/${queue.id}`);
  expectFields(row, 'promptId integrationId mediaPath mediaName outOfHoursMessage:string');
  expect(Array.isArray(row.schedules)).toBe(true);
  const option = { title: 'Um', message: '', option: 1, queueId: queue.id, parentId: null };
  expectFields(await ana.send('POST', '/queue-options', option), 'id:number');
  const options = await ana.get('/queue-options', { queueId: queue.id, parentId: -1 });
  expectFields(options, '[].id:number [].title:string [].message:string [].option:string');
  await ana.send('PUT', `/queue/${queue.id}`, row);
  await ana.send('DELETE', `/queue/${queue.id}`);
});
