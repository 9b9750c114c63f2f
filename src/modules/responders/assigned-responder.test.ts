import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  createResponderFixture,
  PROMPT_ID,
  type ResponderFixture,
} from './responder-fixture.test-support.ts';

let fixture: ResponderFixture;

beforeAll(async () => {
  fixture = await createResponderFixture();
  await fixture.begin();
});
afterAll(() => fixture.testApp.stop());

test('PUT /tickets/:id hands a waiting ticket to a prompt and takes it away again', async () => {
  await fixture.connection({ promptId: null });
  await fixture.receiveText('oi');
  const { id } = await fixture.ticket();
  const ana = await fixture.testApp.as('ana');
  const put = async (body: object) => (await ana.json('PUT', `/tickets/${id}`, body)).status;
  expect(await put({ useIntegration: true, promptId: 987_654 })).toBe(404);
  expect(await put({ useIntegration: true, integrationId: 987_654 })).toBe(404);
  const robot = { useIntegration: true, promptId: PROMPT_ID, integrationId: null };
  expect(await put({ status: 'pending', userId: null, ...robot })).toBe(200);
  expect(await fixture.ticket()).toMatchObject(robot);
  await fixture.receiveText('alguém aí?');
  await fixture.receiveText('e agora?');
  expect(fixture.turns).toHaveLength(2);
  expect(await put({ useIntegration: false, promptId: false, integrationId: false })).toBe(200);
  await fixture.receiveText('ainda?');
  expect(await put(robot)).toBe(200);
  expect(await put({ status: 'open', userId: fixture.testApp.people.userId.ana, ...robot })).toBe(200);
  expect(await fixture.ticket()).toMatchObject({ useIntegration: false, promptId: null });
  await fixture.receiveText('oi?');
  expect(fixture.turns).toHaveLength(2);
});
