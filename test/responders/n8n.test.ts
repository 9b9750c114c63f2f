import { afterAll, expect, test } from 'bun:test';
import { type BotFixture, createBotFixture } from '@/modules/chatbot/bot-fixture.test-support.ts';
import { renewToken } from '@/modules/connections/api-token.service.ts';
import { createIntegration } from '@/modules/queue-integrations/queue-integrations.service.ts';
import { until } from '../support/until.ts';
import { type Flow, startN8n } from './n8n.ts';
import { reachOf } from './turn.ts';

const folder = process.env.N8N_FOLDER;
if (!folder)
  process.stdout.write('a real n8n is not tried: N8N_FOLDER names no folder where it is installed\n');

const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

test.skipIf(!folder)(
  'a real n8n flow receives the customer’s message and answers through the message API',
  async () => {
    const fixture = await createBotFixture();
    const app = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: (request) => fixture.testApp.app.fetch(request),
    });
    ends.push(
      () => fixture.testApp.stop(),
      () => app.stop(true),
    );
    const { connectionId, scope } = fixture;
    const token = await renewToken(await fixture.testApp.scopeOf('ana'), { connectionId });
    const n8n = await startN8n(folder ?? '', flowOf(`http://127.0.0.1:${app.port}/api/messages/send`, token));
    ends.push(() => n8n.stop());
    Object.assign(fixture.testApp.kernel.services, reachOf(n8n.url));
    const flow = { type: 'n8n', name: 'Fluxo', urlN8N: `${n8n.url}/webhook/balcao` };
    const { id } = await createIntegration(scope, flow as never);
    await fixture.connection({ promptId: null, integrationId: id });

    for (const text of ['oi', 'quero comprar']) {
      await reported(fixture, text);
      expect(await answered(fixture, `n8n ouviu: ${text}`)).toMatchObject({ fromMe: true });
    }
    const [row] = await scope.db.query.tickets.findMany();
    expect(row).toMatchObject({ integrationId: id, useIntegration: true });
  },
);

async function reported(customer: BotFixture, text: string): Promise<void> {
  const { testApp, scope } = customer;
  await customer.write(text);
  for (let turn = 0; turn < 4; turn += 1) {
    testApp.clock.advance(2_500);
    testApp.kernel.outbox.wake(scope.companyId, 'machine:');
    testApp.kernel.outbox.wake(scope.companyId, 'hook:');
    await testApp.settle();
  }
}

const answered = ({ scope }: BotFixture, body: string) =>
  until(body, () => scope.db.query.messages.findFirst({ where: (row, { eq }) => eq(row.body, body) }), {
    timeoutMs: 60_000,
    stepMs: 100,
  });

function flowOf(url: string, token: string): Flow {
  const answer =
    "{ number: $json.body.key.remoteJid.split('@')[0], body: 'n8n ouviu: ' + $json.body.message.conversation }";
  return {
    id: 'balcao',
    name: 'Balcão',
    nodes: [
      {
        ...{ id: 'hook', name: 'Webhook', type: 'n8n-nodes-base.webhook', typeVersion: 2, position: [0, 0] },
        webhookId: '6f0d7a52-3b0f-4f5e-9a38-1f2f3a0c9d11',
        parameters: { httpMethod: 'POST', path: 'balcao', responseMode: 'onReceived', options: {} },
      },
      {
        ...{ id: 'answer', name: 'Answer', type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 },
        position: [200, 0],
        parameters: {
          ...{ method: 'POST', url, sendHeaders: true, sendBody: true, specifyBody: 'json', options: {} },
          headerParameters: { parameters: [{ name: 'Authorization', value: `Bearer ${token}` }] },
          jsonBody: `={{ JSON.stringify(${answer}) }}`,
        },
      },
    ],
    connections: { Webhook: { main: [[{ node: 'Answer', type: 'main', index: 0 }]] } },
  };
}
