import { afterAll, beforeAll, test } from 'bun:test';
import { type Client, expectFields, openClient } from './client.ts';

let ana: Client;
beforeAll(async () => {
  ana = await openClient();
});
afterAll(() => ana.stop());

test('prompts and integrations: list, dialog, delete', async () => {
  const { queueId, promptId, integrationId } = ana.fixtures;
  const prompts = await ana.get('/prompt/', { searchParam: '', pageNumber: 1 });
  expectFields(
    prompts,
    'prompts[].id:number prompts[].name:string prompts[].queue.name:string prompts[].maxTokens:number',
  );
  expectFields(prompts, 'hasMore:boolean');
  const prompt = await ana.get(`/prompt/${promptId}`);
  await ana.send('PUT', `/prompt/${promptId}`, { ...prompt, queueId, maxMessages: 5 });
  expectFields(await ana.send('DELETE', `/prompt/${promptId}`), 'message:string');
  const page = await ana.get('/queueIntegration/', { searchParam: '', pageNumber: 1 });
  expectFields(
    page,
    'queueIntegrations[].id:number queueIntegrations[].type:string queueIntegrations[].name:string',
  );
  const integration = await ana.get(`/queueIntegration/${integrationId}`);
  await ana.send('PUT', `/queueIntegration/${integrationId}`, { ...integration, name: 'Outro fluxo' });
  await ana.send('DELETE', `/queueIntegration/${integrationId}`);
});
