import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connections } from '@db/tenant/schema/index.ts';
import { type ErrorCode, listErrorCodes, statusOf } from '@/core/errors.ts';
import type { TestApp } from '../support/deps.ts';
import { createFilledApp, type Fixtures } from '../support/fixtures.ts';
import { emailOf, type PersonName } from '../support/people.ts';
import { CODES_LEFT_OUT, NOT_FOUND, OTHER_STATUS, STATUS_OF } from './reference-errors.ts';

let testApp: TestApp;
let fixtures: Fixtures;

beforeAll(async () => {
  ({ testApp, fixtures } = await createFilledApp());
});
afterAll(() => testApp.stop());

const ANSWERED = { ...STATUS_OF, ...Object.fromEntries(Object.values(NOT_FOUND).map((code) => [code, 404])) };

describe('contract error codes', () => {
  for (const [code, status] of Object.entries(ANSWERED)) {
    test(`${code} exists with its contract status or a stated reason for another`, () => {
      expect(listErrorCodes()).toContain(code);
      expect(statusOf(code as ErrorCode) as number).toBe(OTHER_STATUS[code]?.status ?? status);
    });
  }

  test('only contract codes end a session or renew a token', () => {
    const steering = Object.values(OTHER_STATUS).filter(({ status }) => [401, 403].includes(status));
    expect(steering).toEqual([]);
    const ends = listErrorCodes().filter((code) => (statusOf(code as ErrorCode) as number) === 401);
    const atSignIn = ['ERR_CODE_REQUIRED', 'ERR_INVALID_CREDENTIALS', 'ERR_WRONG_CODE'];
    expect(ends.sort()).toEqual(['ERR_API_TOKEN', ...atSignIn, 'ERR_SESSION_EXPIRED'].sort());
  });

  test('every omitted code is really absent', () => {
    expect(Object.keys(CODES_LEFT_OUT).filter((code) => listErrorCodes().includes(code))).toEqual([]);
  });
});

type Case = [name: string, as: PersonName | undefined, call: string, body: object | undefined, error: string];

describe('contract refusals', () => {
  const cases = (): Case[] => {
    const { ticketId, textId, contactId, contactNumber, queueId, connectionId } = fixtures;
    const newTicket = { contactId, queueId, whatsappId: connectionId, status: 'open' };
    const greeting = {
      greetingMessage: '',
      queueIds: [testApp.people.queueId.Vendas, testApp.people.queueId.Suporte],
    };
    return [
      ['unknown mail', undefined, 'POST /auth/login', { email: 'x@y.test', password: 'x' }, INVALID],
      ['bad password', undefined, 'POST /auth/login', { email: emailOf('ana'), password: 'x' }, INVALID],
      ['no cookie', undefined, 'POST /auth/refresh_token', {}, 'ERR_SESSION_EXPIRED'],
      ['no token', undefined, 'GET /tickets', undefined, 'ERR_SESSION_EXPIRED'],
      ['an agent', 'bia', 'PUT /settings/userRating', { value: 'enabled' }, 'ERR_NO_PERMISSION'],
      ['an unknown key', 'ana', 'PUT /settings/nothing', { value: 'x' }, 'ERR_NO_SETTING_FOUND'],
      ['an unknown public key', undefined, 'GET /settings/nothing', undefined, 'ERR_NO_SETTING_FOUND'],
      ['another company', 'ana', `GET /companies/${testApp.people.companyId.boreal}`, undefined, NO_COMPANY],
      ['an unknown uuid', 'ana', `GET /tickets/u/${crypto.randomUUID()}`, undefined, 'ERR_NO_TICKET_FOUND'],
      ['an unknown contact', 'ana', 'POST /tickets', { ...newTicket, contactId: 987654 }, NO_CONTACT],
      ['an unknown connection', 'ana', 'POST /tickets', { ...newTicket, whatsappId: 987654 }, NO_WAPP],
      [
        'a number known already',
        'ana',
        'POST /contacts',
        { name: 'Outra', number: contactNumber, email: '', extraInfo: [] },
        TWICE,
      ],
      [
        'many queues, no greeting',
        'ana',
        `PUT /whatsapp/${connectionId}`,
        greeting,
        'ERR_WAPP_GREETING_REQUIRED',
      ],
      ['a customer’s message', 'ana', `DELETE /messages/${textId}`, undefined, 'ERR_NO_PERMISSION'],
      ['a tag that is not there', 'ana', 'POST /tags/sync', { ticketId, tags: [{ id: 987654 }] }, NO_TAG],
    ];
  };

  test('have the code and status of the contract', async () => {
    for (const [name, as, call, body, error] of cases()) {
      const [method = '', path = ''] = call.split(' ');
      const reply = await (await testApp.as(as)).json<{ error: string }>(method, path, body);
      const status = OTHER_STATUS[error]?.status ?? STATUS_OF[error];
      expect({ name, status: reply.status, error: reply.body.error }).toEqual({
        name,
        status,
        error,
      } as never);
    }
  });

  test('return an existing ticket of the contact as JSON in `error`', async () => {
    const { contactId, queueId, connectionId, ticketId, uuid } = fixtures;
    const body = { contactId, queueId, whatsappId: connectionId, status: 'open' };
    const reply = await (await testApp.as('ana')).json<{ error: string }>('POST', '/tickets', body);
    expect(reply.status).toBe(409);
    const user = { name: '' };
    const queue = { name: 'Vendas' };
    expect(JSON.parse(reply.body.error)).toEqual({ id: ticketId, uuid, userId: null, user, queue });
  });

  test('report a missing connection of a company', async () => {
    const scope = await testApp.systemScope('boreal');
    expect(await scope.db.select().from(connections)).toEqual([]);
    const body = { name: 'Nova', number: '5511955556666', email: '' };
    const reply = await (await testApp.as('davi')).json('POST', '/contacts', body);
    expect(reply).toMatchObject({ status: 400, body: { error: 'ERR_NO_DEF_WAPP_FOUND' } });
  });

  const halfFilled = [{ weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '' }];
  const queue = { name: 'Nova', color: '#123456', schedules: halfFilled };
  const user = { name: 'Téo', email: 'teo@aurora.test', password: 'curta' };
  /** Clients show `error` unchanged where it is none of their codes. */
  const sentences: [call: string, body: (fixtures: Fixtures) => object, sentence: string][] = [
    ['POST /ticket-notes', ({ ticketId, contactId }) => ({ note: 'x', ticketId, contactId }), 'Muito curto!'],
    ['PUT /companies/1/schedules', () => ({ id: 1, schedules: halfFilled }), 'Preencha o início e o fim'],
    ['POST /queue', () => queue, 'Preencha o início e o fim'],
    ['POST /users', () => user, 'Muito curto! Use pelo menos 8 caracteres.'],
    [
      'POST /schedules',
      ({ contactId }) => ({ body: 'Até amanhã', contactId, sendAt: '2020-01-01 10:00:00' }),
      'Escolha um horário que ainda não passou.',
    ],
  ];
  for (const [call, body, sentence] of sentences)
    test(`are a sentence for ${call}`, async () => {
      const [method = '', path = ''] = call.split(' ');
      const reply = await (await testApp.as('ana')).json(method, path, body(fixtures));
      expect(reply).toMatchObject({ status: 400, body: { error: sentence } });
    });
});

const INVALID = 'ERR_INVALID_CREDENTIALS';
const NO_COMPANY = 'ERR_NO_COMPANY_FOUND';
const NO_CONTACT = 'ERR_NO_CONTACT_FOUND';
const NO_WAPP = 'ERR_NO_WAPP_FOUND';
const NO_TAG = 'ERR_NO_TAG_FOUND';
const TWICE = 'ERR_DUPLICATED_CONTACT';
