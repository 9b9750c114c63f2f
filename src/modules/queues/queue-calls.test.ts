import { afterAll, beforeAll, describe } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { type Scenario, testCalls } from '@test/support/scenarios.ts';
import { DEFAULT_HOURS } from '@/schemas/service-hours.schema.ts';
import { createOption } from './options/queue-options.service.ts';

let testApp: TestApp;
let first: number;

beforeAll(async () => {
  testApp = await createTestApp();
  const scope = await testApp.systemScope();
  const option = { queueId: testApp.people.queueId.Vendas, title: 'Preços', message: 'Veja a tabela' };
  first = (await createOption(scope, option)).id;
});
afterAll(() => testApp.stop());

const sales = ({ people }: TestApp) => `/queue/${people.queueId.Vendas}`;
const support = ({ people }: TestApp) => `/queue/${people.queueId.Suporte}`;
const option = () => `/queue-options/${first}`;
const optionsOf = ({ people }: TestApp) => `/queue-options?queueId=${people.queueId.Vendas}&parentId=-1`;
const NO_RIGHT = { status: 403, contains: { error: 'ERR_NO_PERMISSION' } };
const NIGHT = { weekday: 'Sexta-feira', weekdayEn: 'friday', startTime: '22:00', endTime: '02:00' };
const made = { name: 'Financeiro', color: '#004dcf' };
const USUAL = { orderQueue: 1, schedules: DEFAULT_HOURS, promptId: null };

const queueCalls: Scenario[] = [
  {
    name: 'an administrator makes a queue; it comes last, with the usual hours',
    as: 'ana',
    method: 'POST',
    path: '/queue',
    body: { ...made, greetingMessage: 'Olá!\r\nComo vai?', orderQueue: '', integrationId: '', promptId: '' },
    status: 200,
    contains: { ...made, greetingMessage: 'Olá!\nComo vai?', ...USUAL },
    events: ['update'],
  },
  { name: 'an agent makes none', as: 'bia', method: 'POST', path: '/queue', body: made, ...NO_RIGHT },
  { name: 'nor does a supervisor', as: 'rui', method: 'POST', path: '/queue', body: made, ...NO_RIGHT },
  {
    name: 'the same name in another case',
    as: 'ana',
    method: 'POST',
    path: '/queue',
    body: { name: 'FINÂNCEIRO', color: '#111111' },
    status: 409,
    contains: { error: 'ERR_QUEUE_NAME_ALREADY_EXISTS' },
    events: [],
  },
  {
    name: 'the same colour in another case',
    as: 'ana',
    method: 'POST',
    path: '/queue',
    body: { name: 'Outra', color: '#004DCF' },
    status: 409,
    contains: { error: 'ERR_QUEUE_COLOR_ALREADY_EXISTS' },
  },
  {
    name: 'a name of one letter',
    as: 'ana',
    method: 'POST',
    path: '/queue',
    body: { name: 'X', color: '#222222' },
    status: 400,
    contains: { code: 'ERR_VALIDATION', fields: { name: 'Muito curto!' } },
  },
  {
    name: 'a name of 51 letters',
    as: 'ana',
    method: 'POST',
    path: '/queue',
    body: { name: 'X'.repeat(51), color: '#222222' },
    status: 400,
    contains: { fields: { name: 'Muito longo!' } },
  },
  {
    name: 'no colour',
    as: 'ana',
    method: 'POST',
    path: '/queue',
    body: { name: 'Sem cor' },
    status: 400,
    contains: { fields: { color: 'Obrigatório' } },
  },
  {
    name: 'a colour that is none',
    as: 'ana',
    method: 'POST',
    path: '/queue',
    body: { name: 'Sem cor', color: 'url(//evil.example)' },
    status: 400,
  },
  {
    name: 'an empty colour of an old client is the default one',
    as: 'ana',
    method: 'POST',
    path: '/queue',
    body: { name: 'Sem cor', color: '' },
    status: 200,
    contains: { color: '#A4CCCC', orderQueue: 2 },
  },
  {
    name: 'what a change leaves out stays',
    as: 'ana',
    method: 'PUT',
    path: sales,
    body: { greetingMessage: 'Bom dia', assignment: 'roundRobin', assignmentLimit: '3', isSticky: true },
    status: 201,
    contains: { name: 'Vendas', color: '#1F7A1F', greetingMessage: 'Bom dia', assignmentLimit: 3 },
    events: ['update'],
  },
  {
    name: 'hours come back as they were sent, over midnight too',
    as: 'ana',
    method: 'PUT',
    path: sales,
    body: { schedules: [NIGHT] },
    status: 201,
    contains: { schedules: [NIGHT] },
  },
  {
    name: 'an end without a beginning is refused',
    as: 'ana',
    method: 'PUT',
    path: sales,
    body: { schedules: [{ ...NIGHT, startTime: '' }] },
    status: 400,
    contains: { code: 'ERR_VALIDATION' },
  },
  {
    name: 'also when nothing is sent',
    as: 'ana',
    method: 'PUT',
    path: sales,
    body: {},
    status: 201,
    contains: { greetingMessage: 'Bom dia', assignment: 'roundRobin', isSticky: true, schedules: [NIGHT] },
  },
  { name: 'an agent changes none', as: 'bia', method: 'PUT', path: sales, body: {}, ...NO_RIGHT },
  {
    name: 'another company changes none of it',
    as: 'davi',
    method: 'PUT',
    path: support,
    body: { name: 'Deles' },
    status: 404,
    contains: { error: 'ERR_NO_QUEUE_FOUND' },
    events: [],
  },
  {
    name: 'moved to the end: all are numbered anew',
    as: 'ana',
    method: 'PUT',
    path: (one) => `${sales(one)}/place`,
    body: { beforeId: null },
    status: 200,
    contains: { name: 'Vendas', orderQueue: 4 },
  },
  {
    name: 'and the list says so',
    as: 'bia',
    method: 'GET',
    path: '/queue',
    status: 200,
    contains: [{ orderQueue: 1 }, { orderQueue: 2 }, { orderQueue: 3 }, { name: 'Vendas', orderQueue: 4 }],
  },
  {
    name: 'an agent moves none',
    as: 'bia',
    method: 'PUT',
    path: (one) => `${sales(one)}/place`,
    body: { beforeId: null },
    ...NO_RIGHT,
  },
  { name: 'an agent deletes none', as: 'bia', method: 'DELETE', path: sales, ...NO_RIGHT },
  {
    name: 'nor does another company',
    as: 'davi',
    method: 'DELETE',
    path: support,
    status: 404,
    contains: { error: 'ERR_NO_QUEUE_FOUND' },
    events: [],
  },
];

const optionCalls: Scenario[] = [
  {
    name: 'the first level',
    as: 'bia',
    method: 'GET',
    path: optionsOf,
    status: 200,
    contains: [{ title: 'Preços', option: '1', parentId: null }],
  },
  {
    name: 'a queue without options has an empty list',
    as: 'bia',
    method: 'GET',
    path: ({ people }) => `/queue-options?queueId=${people.queueId.Suporte}&parentId=-1`,
    status: 200,
    contains: [],
  },
  {
    name: 'an option without those below it, too',
    as: 'bia',
    method: 'GET',
    path: () => `/queue-options?parentId=${first}`,
    status: 200,
    contains: [],
  },
  {
    name: 'an agent adds none',
    as: 'bia',
    method: 'POST',
    path: '/queue-options',
    body: { queueId: 1, title: 'x' },
    ...NO_RIGHT,
  },
  {
    name: 'an unknown queue',
    as: 'ana',
    method: 'POST',
    path: '/queue-options',
    body: { queueId: 999, title: 'x' },
    status: 404,
    contains: { error: 'ERR_NO_QUEUE_FOUND' },
  },
  {
    name: 'a change keeps what it leaves out',
    as: 'ana',
    method: 'PUT',
    path: option,
    body: { title: 'Valores' },
    status: 200,
    contains: { title: 'Valores', message: 'Veja a tabela', option: '1' },
    events: ['update'],
  },
  {
    name: 'the bot’s own commands are no options',
    as: 'ana',
    method: 'PUT',
    path: option,
    body: { option: '#' },
    status: 400,
    contains: { fields: { option: 'O número 0 e o sinal # já são usados pelo menu. Escolha outro.' } },
  },
  {
    name: 'no title',
    as: 'ana',
    method: 'PUT',
    path: option,
    body: { title: ' ' },
    status: 400,
    contains: { fields: { title: 'Obrigatório' } },
  },
  {
    name: 'another company reads none of it',
    as: 'davi',
    method: 'GET',
    path: option,
    status: 404,
    contains: { error: 'ERR_NO_QUEUE_OPTION_FOUND' },
  },
  {
    name: 'nor in its list',
    as: 'davi',
    method: 'GET',
    path: optionsOf,
    status: 200,
    contains: [],
    lacks: /Valores/,
  },
  { name: 'an agent deletes none', as: 'bia', method: 'DELETE', path: option, ...NO_RIGHT },
  {
    ...{ name: 'an administrator does', as: 'ana', method: 'DELETE', path: option, status: 200 },
    contains: { message: 'Option Delected' },
    events: ['update'],
  },
  {
    ...{ name: 'once', as: 'ana', method: 'DELETE', path: option, status: 404 },
    contains: { error: 'ERR_NO_QUEUE_OPTION_FOUND' },
  },
];

describe('queues over the JSON contract', () => {
  testCalls(() => testApp, queueCalls, { as: 'bia', channel: 'queue' });
});

describe('queue options over the JSON contract', () => {
  testCalls(() => testApp, optionCalls, { as: 'ana', channel: 'queueOptions' });
});
