import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { MEANT_TICKET, namesTicket } from '@/modules/messages/ticket-mismatch.guard.ts';
import { type Fixture, type Reply, setFixture } from './isolation/fixture.ts';
import { expectDocumented } from './isolation/replies.ts';
import { type Call, callOf, ROWS, type SubApp } from './isolation/routes.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await setFixture();
});
afterAll(() => fixture.testApp.stop());

const rows = (['api', 'pages'] as const).flatMap((subApp) =>
  Object.entries(ROWS[subApp])
    .filter(([, { of }]) => of && namesTicket(of))
    .map(([name]) => ({ subApp: subApp, name })),
);

const meaning = (call: Call, meant: string): Call => ({ ...call, headers: { [MEANT_TICKET]: meant } });
const isOtherTicket = (subApp: SubApp, { status, text }: Reply) =>
  status === 409 && (subApp === 'pages' || text.includes('ERR_OTHER_TICKET'));

test('every request that changes one ticket is in the table', () => {
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

describe('change with an expected ticket', () => {
  test('is refused and changes nothing for another ticket, another company’s or an invalid value', async () => {
    const { companyId, ticketId, uuid, groupTicketId } = fixture.aurora;
    const { boreal } = fixture;
    const others = [
      `${companyId} ${groupTicketId} 00000000-0000-4000-8000-000000000000`,
      `${boreal.companyId} ${boreal.ticketId} ${boreal.uuid}`,
      `${boreal.companyId} ${ticketId} ${uuid}`,
      '',
      'null',
    ];
    const before = await fixture.dumpAll();
    for (const { subApp, name } of rows)
      for (const meant of others) {
        const call = meaning(callOf(subApp, name, fixture.aurora), meant);
        const reply = await fixture.send('ana', call);
        const { status } = reply;
        expect({ name, meant, status, ok: isOtherTicket(subApp, reply) }).toEqual({
          ...{ name, meant, status, ok: true },
        });
        if (subApp === 'api') expectDocumented(call, reply);
      }
    expect(await fixture.dumpAll()).toEqual(before);
  });

  test('is refused for another ticket before a file is received', async () => {
    const { companyId, ticketId, groupTicketId } = fixture.aurora;
    const accept: Call = {
      subApp: 'api',
      method: 'PUT',
      path: `/tickets/${ticketId}`,
      body: { status: 'open' },
    };
    expect((await fixture.send('ana', accept)).status).toBe(200);
    const form = new FormData();
    form.set('body', 'segue');
    form.set('medias', new File(['conteúdo'], 'nota.txt', { type: 'text/plain' }));
    const call: Call = {
      subApp: 'api',
      method: 'POST',
      path: `/messages/${ticketId}`,
      body: undefined,
      form,
    };
    const before = await fixture.dumpAll();
    const refused = await fixture.send('ana', meaning(call, `${companyId} ${groupTicketId} x`));
    expect(isOtherTicket('api', refused)).toBe(true);
    expect(await fixture.dumpAll()).toEqual(before);
    const taken = await fixture.send('ana', meaning(call, `${companyId} ${ticketId} x`));
    expect(taken.status).toBe(200);
  });

  test('reveals nothing to a user who may not see the message', async () => {
    const call = callOf('api', 'DELETE /messages/:messageId', fixture.boreal);
    const { companyId, ticketId, uuid } = fixture.aurora;
    const reply = await fixture.send('ana', meaning(call, `${companyId} ${ticketId} ${uuid}`));
    expect([reply.status, reply.text.includes('ERR_NO_MESSAGE_FOUND')]).toEqual([404, true]);
  });

  test('is answered normally for the same ticket or without one', async () => {
    const { companyId, ticketId, uuid } = fixture.aurora;
    const seen: Record<string, number> = {};
    const deletesLast = [...rows].sort((a, b) => Number(isDeletion(a.name)) - Number(isDeletion(b.name)));
    for (const { subApp, name } of deletesLast)
      for (const meant of [`${companyId} ${ticketId} ${uuid}`, undefined]) {
        const call = callOf(subApp, name, fixture.aurora);
        const reply = await fixture.send('ana', meant === undefined ? call : meaning(call, meant));
        if (meant !== undefined) seen[`${subApp} ${name}`] = reply.status;
        expect({ name, meant, ok: isOtherTicket(subApp, reply) }).toEqual({ name, meant, ok: false });
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
