import { afterAll, beforeAll, test } from 'bun:test';
import { type Client, expectFields, openClient, type Row } from './client.ts';

let ana: Client;
beforeAll(async () => {
  ana = await openClient();
});
afterAll(() => ana.stop());

test('connections: the dialog reads the whole row, the QR dialog its code', async () => {
  const { connectionId } = ana.fixtures;
  const row = await ana.get(`/whatsapp/${connectionId}`, { session: 0 });
  const texts =
    'name greetingMessage complationMessage outOfHoursMessage ratingMessage token expiresInactiveMessage';
  for (const field of texts.split(' ')) expectFields(row, field);
  expectFields(
    row,
    'isDefault:boolean queues[].id:number transferQueueId timeToTransfer promptId maxUseBotQueues:number',
  );
  expectFields(row, 'timeUseBotQueues:number expiresTicket');
  expectFields(await ana.get(`/whatsapp/${connectionId}`), 'qrcode');
  const queueIds = (row.queues as unknown as Row[]).map(({ id }) => id);
  await ana.send('PUT', `/whatsapp/${connectionId}`, { ...row, queueIds, promptId: null });
  for (const method of ['POST', 'PUT', 'DELETE'] as const)
    expectFields(await ana.send(method, `/whatsappsession/${connectionId}`), 'message:string');
  expectFields(await ana.send('POST', '/whatsapp-restart/'), 'message:string');
});
