import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { MEANT_TICKET, namesTicket } from '@/modules/messages/meant-ticket.door.ts';
import { expectDocumented } from './isolation/replies.ts';
import { type Call, callOf, type Door, ROWS } from './isolation/routes.ts';
import { type Reply, type Stage, setStage } from './isolation/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.desk.stop());

const rows = (['api', 'pages'] as const).flatMap((door) =>
  Object.entries(ROWS[door])
    .filter(([, { of }]) => of && namesTicket(of))
    .map(([name]) => ({ door, name })),
);

const meaning = (call: Call, meant: string): Call => ({ ...call, headers: { [MEANT_TICKET]: meant } });
const isOtherTicket = (door: Door, { status, text }: Reply) =>
  status === 409 && (door === 'pages' || text.includes('ERR_OTHER_TICKET'));

test('every call that changes one ticket is in the table', () => {
  const names = rows.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'POST /messages/:ticketId',
      'POST /messages/edit/:messageId',
      'DELETE /messages/:messageId',
      'PUT /tickets/:ticketId',
      'POST /tickets/:ticketId/snooze',
      'POST /ticket-notes',
      'POST /tags/sync',
      'PUT /tickets/:uuid/transfer',
      'POST /tickets/:uuid/notes',
      'POST /tickets/:uuid/tags',
    ]),
  );
  expect(names).not.toContain('POST /tickets/bulk');
});

describe('a change that was meant for', () => {
  test('another ticket, another company’s or for nonsense is refused and changes nothing', async () => {
    const { companyId, ticketId, uuid, groupTicketId } = stage.aurora;
    const { boreal } = stage;
    const others = [
      `${companyId} ${groupTicketId} 00000000-0000-4000-8000-000000000000`,
      `${boreal.companyId} ${boreal.ticketId} ${boreal.uuid}`,
      `${boreal.companyId} ${ticketId} ${uuid}`,
      '',
      'null',
    ];
    const before = await stage.dumpAll();
    for (const { door, name } of rows)
      for (const meant of others) {
        const call = meaning(callOf(door, name, stage.aurora), meant);
        const reply = await stage.send('ana', call);
        const { status } = reply;
        expect({ name, meant, status, ok: isOtherTicket(door, reply) }).toEqual({
          ...{ name, meant, status, ok: true },
        });
        if (door === 'api') expectDocumented(call, reply);
      }
    expect(await stage.dumpAll()).toEqual(before);
  });

  test('another ticket is refused before a file is received', async () => {
    const { companyId, ticketId, groupTicketId } = stage.aurora;
    const accept: Call = {
      door: 'api',
      method: 'PUT',
      path: `/tickets/${ticketId}`,
      body: { status: 'open' },
    };
    expect((await stage.send('ana', accept)).status).toBe(200);
    const form = new FormData();
    form.set('body', 'segue');
    form.set('medias', new File(['conteúdo'], 'nota.txt', { type: 'text/plain' }));
    const call: Call = { door: 'api', method: 'POST', path: `/messages/${ticketId}`, body: undefined, form };
    const before = await stage.dumpAll();
    const refused = await stage.send('ana', meaning(call, `${companyId} ${groupTicketId} x`));
    expect(isOtherTicket('api', refused)).toBe(true);
    expect(await stage.dumpAll()).toEqual(before);
    const taken = await stage.send('ana', meaning(call, `${companyId} ${ticketId} x`));
    expect(taken.status).toBe(200);
  });

  test('somebody who may not see the message learns nothing about it', async () => {
    const call = callOf('api', 'DELETE /messages/:messageId', stage.boreal);
    const { companyId, ticketId, uuid } = stage.aurora;
    const reply = await stage.send('ana', meaning(call, `${companyId} ${ticketId} ${uuid}`));
    expect([reply.status, reply.text.includes('ERR_NO_MESSAGE_FOUND')]).toEqual([404, true]);
  });

  test('the ticket of its address, or that does not say, is answered as ever', async () => {
    const { companyId, ticketId, uuid } = stage.aurora;
    const seen: Record<string, number> = {};
    const deletesLast = [...rows].sort((a, b) => Number(isDeletion(a.name)) - Number(isDeletion(b.name)));
    for (const { door, name } of deletesLast)
      for (const meant of [`${companyId} ${ticketId} ${uuid}`, undefined]) {
        const call = callOf(door, name, stage.aurora);
        const reply = await stage.send('ana', meant === undefined ? call : meaning(call, meant));
        if (meant !== undefined) seen[`${door} ${name}`] = reply.status;
        expect({ name, meant, ok: isOtherTicket(door, reply) }).toEqual({ name, meant, ok: false });
      }
    expect(seen).toMatchObject({
      'api PUT /tickets/:ticketId': 200,
      'api POST /tickets/:ticketId/snooze': 200,
      'api POST /tags/sync': 200,
      'api POST /ticket-notes': 200,
      'api POST /messages/:messageId/reactions': 200,
      'api DELETE /tickets/:ticketId': 200,
      'pages PUT /tickets/:uuid/transfer': 204,
      'pages POST /tickets/:uuid/snooze': 204,
      'pages POST /tickets/:uuid/notes': 200,
      'pages POST /tickets/:uuid/tags': 200,
    });
  });
});

const isDeletion = (name: string) => /^DELETE \/(tickets\/:\w+|messages\/:\w+)$/.test(name);
