import { afterAll, beforeAll, test } from 'bun:test';
import { type Client, expectFields, openClient } from './client.ts';

let ana: Client;
beforeAll(async () => {
  ana = await openClient('ana', { isSuper: true });
});
afterAll(() => ana.stop());

test('plans and helps: list, save, delete', async () => {
  const plan = await ana.send('POST', '/plans', {
    name: 'Novo',
    users: 5,
    connections: 5,
    queues: 5,
    value: 50,
  });
  await ana.send('PUT', `/plans/${plan.id}`, { ...plan, name: 'Novo Dois' });
  await ana.send('DELETE', `/plans/${plan.id}`);
  const help = await ana.send('POST', '/helps', {
    title: 'Primeiros passos',
    video: '',
    description: 'Do zero.',
  });
  expectFields(await ana.get('/helps/list'), '[].title:string [].description:string [].video:string');
  await ana.send('PUT', `/helps/${help.id}`, { ...help, title: 'Outro' });
  await ana.send('DELETE', `/helps/${help.id}`);
});
