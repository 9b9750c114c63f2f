import { afterAll, beforeAll, test } from 'bun:test';
import { type Client, expectFields, openClient } from './client.ts';

let ana: Client;
beforeAll(async () => {
  ana = await openClient();
});
afterAll(() => ana.stop());

test('tags and board: list, columns, cards, moves with lane0', async () => {
  const { ticketId, queueId } = ana.fixtures;
  expectFields(
    await ana.get('/tags/', { searchParam: '', pageNumber: 1 }),
    'tags[].id:number tags[].name:string hasMore:boolean',
  );
  expectFields(
    await ana.get('/tags/'),
    'tags[].color:string tags[].ticketsCount:number tags[].kanban:number',
  );
  const tag = await ana.send('POST', '/tags', { name: 'Fazendo', color: '#123456', kanban: 1 });
  await ana.send('PUT', `/tags/${tag.id}`, { ...(await ana.get(`/tags/${tag.id}`)), name: 'Feito' });
  expectFields(await ana.get('/tags/kanban'), 'lista[].id:number lista[].name:string lista[].color:string');
  const cards = await ana.get('/ticket/kanban', { queueIds: `[${queueId}]` });
  expectFields(
    cards,
    'tickets[].id:number tickets[].uuid:string tickets[].lastMessage:string tickets[].tags[].id:number',
  );
  expectFields(cards, 'tickets[].contact.name:string tickets[].contact.number:string');
  for (const lane of [tag.id, 'lane0']) {
    await ana.send('DELETE', `/ticket-tags/${ticketId}`);
    await ana.send('PUT', `/ticket-tags/${ticketId}/${lane}`);
  }
  expectFields(await ana.send('DELETE', `/tags/${tag.id}`), 'message:string');
});
