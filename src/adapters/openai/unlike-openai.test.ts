import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { type Models, startModels } from '@test/support/models.ts';
import { callableNetwork, createSafeCall } from '@/core/security/safe-call.ts';
import { ResponderFailed, type Turn } from '../responders/responder.port.ts';
import { createPromptResponder } from './prompt-responder.ts';

let models: Models;
beforeAll(async () => {
  models = await startModels();
});
afterAll(() => models.stop());
beforeEach(async () => {
  await models.next({});
  await models.asked();
});

const TURN: Turn = {
  ticket: { id: 1, uuid: 'u', queueId: null },
  customer: { name: 'Maria', firstName: 'Maria', number: '5511' },
  connection: { id: 1, name: 'Loja', number: '' },
  messages: [{ messageId: 1, kind: 'text', text: 'oi', file: null }],
  history: async () => [],
  memory: {},
  answers: 0,
};

const ask = (model = 'gpt-4.1-mini') =>
  createPromptResponder({
    account: { call: createSafeCall(callableNetwork([models.host])), baseUrl: models.url, apiKey: 'k' },
    ...{ model, prompt: 'Você vende bicicletas.', facts: '', maxTokens: 120, maxMessages: 4 },
    ...{ temperature: 0.5, readsPictures: true, queues: [], speaker: null, handOverText: 'Até já.' },
    readFile: async () => undefined,
    beforeCall: async () => undefined,
    onSpent: async () => undefined,
  }).answer(TURN, new AbortController().signal);

describe('an empty model answer fails as silent', () => {
  const tool = (name: string, options: string) => ({ text: '', tools: [{ name, arguments: options }] });
  const message = (one: object) => ({ raw: JSON.stringify({ choices: [{ message: one }] }) });
  const rows: [string, object][] = [
    ['no text', message({ content: '' })],
    ['null', message({ content: null })],
    ['spaces', message({ content: ' \n ' })],
    ['a refusal', message({ content: null, refusal: 'I cannot help with that.' })],
    ['thoughts that the limit cut off', message({ content: '<think>the customer' })],
    ['thoughts as a part', message({ content: [{ type: 'thinking', thinking: [] }] })],
    ['an unknown tool', tool('delete_contacts', '{}')],
    ['fields for ever', tool('collect_field', '{"name":"a","value":"b"}')],
  ];
  test.each(rows)('%s', async (_name, reply) => {
    await models.next(reply);
    const error = await ask().catch((one: unknown) => one);
    expect(error).toBeInstanceOf(ResponderFailed);
    expect(error).toMatchObject({ fault: 'silent' });
  });
});

test('an answer in parts is its text without the thoughts', async () => {
  const content = [
    { type: 'thinking', thinking: [{ type: 'text', text: 'the customer greets' }] },
    { type: 'text', text: 'Olá!' },
  ];
  await models.next({ raw: JSON.stringify({ choices: [{ message: { content } }] }) });
  expect((await ask()).replies).toEqual([{ type: 'text', text: 'Olá!' }]);
});

describe('provider that rejects a request parameter', () => {
  const refusal = (error: object, status = 400) => ({ status, body: error });
  const rows: [string, object[], string[]][] = [
    [
      'the temperature',
      [refusal({ error: { message: 'Unsupported value', param: 'temperature' } })],
      ['max_tokens', 'tools'],
    ],
    [
      'the old name of the limit, then the temperature',
      [
        refusal({ error: { message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens'." } }),
        refusal({ error: { message: "'temperature' does not support 0.5" } }),
      ],
      ['max_completion_tokens', 'tools'],
    ],
    [
      'a limit, in words of its own',
      [refusal({ detail: [{ type: 'extra_forbidden', loc: ['body', 'max_tokens'] }] }, 422)],
      ['temperature', 'tools'],
    ],
    [
      'tools',
      [refusal({ error: { message: 'registry.ollama.ai/library/gemma:2b does not support tools' } })],
      ['max_tokens', 'temperature'],
    ],
    [
      'tools, as a fault of its own',
      [refusal({ error: { code: 500, message: 'tools param requires --jinja flag' } }, 500)],
      ['max_tokens', 'temperature'],
    ],
  ];
  test.each(rows)('%s: retries without it and remembers', async (model, refusals, sent) => {
    await models.next(...refusals, { text: 'Olá' });
    expect((await ask(model)).replies).toEqual([{ type: 'text', text: 'Olá' }]);
    await ask(model);
    const calls = (await models.asked()).map(({ body }) =>
      Object.keys(body)
        .filter((key) => key !== 'model' && key !== 'messages')
        .sort(),
    );
    expect(calls).toHaveLength(refusals.length + 2);
    expect(calls.slice(-2)).toEqual([sent, sent]);
  });

  test('is not retried when the error names no sent parameter', async () => {
    await models.next(refusal({ error: { message: 'context length exceeded' } }));
    const error = await ask().catch((one: unknown) => one);
    expect(error).toMatchObject({ fault: 'unset' });
    expect(await models.asked()).toHaveLength(1);
  });

  test('is retried only a few times when it rejects every variant', async () => {
    await models.next(refusal({ error: { message: 'max_tokens max_completion_tokens temperature tools' } }));
    const error = await ask('never').catch((one: unknown) => one);
    expect(error).toMatchObject({ fault: 'unset' });
    expect((await models.asked()).length).toBeLessThanOrEqual(5);
  });
});
