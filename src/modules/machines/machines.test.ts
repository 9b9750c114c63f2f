import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { plans } from '@db/platform/schema/index.ts';
import { outbox, tickets as ticketsTable } from '@db/tenant/schema/index.ts';
import { loadTranslations } from '@/kernel/i18n.ts';
import { MachineFailed } from '@/machines/port.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { asksForPerson } from './asks-for-person.ts';
import { createMachineDesk, type MachineDesk, PROMPT_ID } from './machine-desk.test-support.ts';

let desk: MachineDesk;
let vendas: number;
let suporte: number;

beforeAll(async () => {
  desk = await createMachineDesk();
  ({ Vendas: vendas, Suporte: suporte } = desk.desk.cast.queueId);
});
afterAll(() => desk.desk.stop());
beforeEach(() => desk.begin());

const words = loadTranslations().t('pt');
const [SORRY, PEOPLE] = [words('machines:customer.sorry'), words('machines:customer.people')];

describe('a turn', () => {
  test('is asked after the customer is quiet, and answered once', async () => {
    await desk.write('oi');
    expect(desk.turns).toHaveLength(0);
    expect(await desk.ticket()).toMatchObject({
      promptId: PROMPT_ID,
      useIntegration: true,
      integrationId: null,
    });
    await desk.wait();
    expect(await desk.heard()).toEqual(['Pois não?']);
    expect(desk.sent()).toEqual([{ type: 'text', text: 'Pois não?' }]);
    await desk.wait();
    expect(desk.turns).toHaveLength(1);
  });

  test('several quick messages are one', async () => {
    await desk.write('oi');
    desk.desk.clock.advance(1_000);
    await desk.write('tudo bem?');
    desk.desk.clock.advance(1_000);
    await desk.write('quero comprar');
    await desk.wait();
    expect(desk.turns.map(({ said }) => said.map(({ text }) => text))).toEqual([
      ['oi', 'tudo bem?', 'quero comprar'],
    ]);
    expect(await desk.heard()).toEqual(['Pois não?']);
  });

  test('does in order what it is told to, and nothing twice', async () => {
    desk.says(
      { type: 'text', text: 'um' },
      { type: 'reaction', emoji: '👍' },
      { type: 'field', name: 'CPF', value: '123' },
      { type: 'file', bytes: new Uint8Array([1, 2]), mime: 'audio/ogg', name: 'voz.ogg', isVoice: true },
      { type: 'tag', name: 'não existe' },
      { type: 'text', text: '  ' },
      { type: 'text', text: 'dois' },
    );
    await desk.told('oi');
    expect(await desk.heard()).toEqual(['um', 'Áudio', 'dois']);
    expect(desk.sent().map(({ type }) => type)).toEqual(['text', 'reaction', 'voice', 'text']);
    expect(await desk.fields()).toMatchObject([{ name: 'CPF', value: '123' }]);
    await desk.told('de novo');
    expect(await desk.fields()).toHaveLength(1);
  });

  test('a pause holds what follows, shown as typing, ten seconds at most', async () => {
    desk.says({ type: 'text', text: 'um' }, { type: 'pause', ms: 60_000 }, { type: 'text', text: 'dois' });
    await desk.told('oi');
    expect(desk.sent()).toEqual([{ type: 'text', text: 'um' }]);
    await desk.wait(9_000);
    expect(desk.sent()).toHaveLength(1);
    await desk.wait(1_500);
    expect(desk.sent()).toHaveLength(2);
  });
});

describe('it says nothing', () => {
  test('once an agent has the ticket, not even what it is about to say', async () => {
    await desk.write('oi');
    const { id: ticketId } = await desk.ticket();
    const take = async () =>
      void (await patchTicket(await desk.desk.scopeOf('ana'), {
        ticketId,
        status: 'open',
        userId: desk.desk.cast.userId.ana,
      }));
    desk.state.answers = [
      async () => {
        await take();
        return { replies: [{ type: 'text', text: 'tarde' }], kept: {} };
      },
    ];
    await desk.wait();
    expect(desk.turns).toHaveLength(1);
    expect(await desk.heard()).toEqual([]);
    expect(await desk.ticket()).toMatchObject({ promptId: null, useIntegration: false, status: 'open' });
    await desk.told('e agora?');
    expect(desk.turns).toHaveLength(1);
  });

  test('after an agent has given it back', async () => {
    await desk.told('oi');
    const { id: ticketId } = await desk.ticket();
    const ana = await desk.desk.scopeOf('ana');
    await patchTicket(ana, { ticketId, status: 'open', userId: desk.desk.cast.userId.ana, queueId: vendas });
    await patchTicket(ana, { ticketId, status: 'pending' });
    await desk.told('alguém aí?');
    expect(desk.turns).toHaveLength(1);
  });

  test('without the plan’s flag', async () => {
    const { platform } = desk.desk.kernel;
    await platform.db.update(plans).set({ useOpenAi: false });
    await desk.told('oi');
    await platform.db.update(plans).set({ useOpenAi: true });
    expect(desk.turns).toHaveLength(0);
  });
});

describe('it hands over', () => {
  test('to a queue that it names', async () => {
    desk.says(
      { type: 'text', text: 'Já chamo.' },
      { type: 'transfer', queueId: suporte },
      { type: 'text', text: 'nunca' },
    );
    await desk.told('oi');
    expect(await desk.heard()).toEqual(['Já chamo.']);
    expect(await desk.ticket()).toMatchObject({
      queueId: suporte,
      promptId: null,
      useIntegration: false,
      status: 'pending',
    });
    await desk.told('e aí?');
    expect(desk.turns).toHaveLength(1);
  });

  test('to its own queue for people, for a queue that the company does not have', async () => {
    desk.state.found.queueId = vendas;
    desk.says({ type: 'transfer', queueId: 987_654 });
    await desk.told('oi');
    expect(await desk.ticket()).toMatchObject({ queueId: vendas, useIntegration: false });
  });

  test('to the menu behind it where it has no queue', async () => {
    await desk.connection({ greetingMessage: 'Olá!' });
    await desk.offer(vendas, suporte);
    desk.says({ type: 'transfer', queueId: null });
    await desk.told('oi');
    expect((await desk.heard()).at(-1)).toStartWith('Olá!\n\n*[ 1 ]*');
  });

  test('to nobody of another queue', async () => {
    desk.says({ type: 'transfer', queueId: suporte, userId: 987_654 });
    await desk.told('oi');
    expect(await desk.ticket()).toMatchObject({ queueId: suporte, userId: null, status: 'pending' });
  });

  test('when the customer asks for a person', async () => {
    desk.state.found.queueId = vendas;
    await desk.told('quero falar com um atendente');
    expect(desk.turns).toHaveLength(0);
    expect(await desk.heard()).toEqual([PEOPLE]);
    expect(await desk.ticket()).toMatchObject({ queueId: vendas, useIntegration: false });
    expect((await desk.story()).at(0)).toMatchObject({ type: 'opened' });
    expect(await desk.story()).toContainEqual({ type: 'bot', cause: 'machine.asked', name: 'Robô' });
  });

  test('after as many answers as it may give', async () => {
    desk.state.found.maxAnswers = 2;
    for (const text of ['um', 'dois', 'três', 'quatro']) await desk.told(text);
    expect(desk.turns).toHaveLength(2);
    expect(await desk.heard()).toEqual(['Pois não?', 'Pois não?', PEOPLE]);
  });

  test('and closes, and begins anew in the next attendance', async () => {
    desk.says({ type: 'text', text: 'Até logo!' }, { type: 'close' });
    await desk.told('oi');
    expect(await desk.ticket()).toMatchObject({ status: 'closed', machine: null, promptId: null });
    await desk.told('voltei');
    expect(desk.turns).toHaveLength(2);
    expect(desk.turns[1]).toMatchObject({ answers: 0, kept: {} });
  });
});

describe('a service that fails', () => {
  const failing = (fault: ConstructorParameters<typeof MachineFailed>[0]) => {
    desk.state.answers = [new MachineFailed(fault, 'x')];
  };

  test('is asked again, then the customer is told once and people wait', async () => {
    desk.state.found.queueId = vendas;
    failing('unreachable');
    await desk.told('oi');
    for (let n = 0; n < 3; n += 1) await desk.wait(61_000);
    expect(desk.turns).toHaveLength(3);
    expect(await desk.heard()).toEqual([SORRY]);
    expect(await desk.ticket()).toMatchObject({ queueId: vendas, useIntegration: false });
    expect(await desk.story()).toContainEqual({
      type: 'bot',
      cause: 'machine.failed.unreachable',
      name: 'Robô',
    });
    expect(await desk.health()).toMatchObject({
      calls: 3,
      failures: 3,
      failuresInARow: 3,
      lastError: 'unreachable',
      recent: '000',
    });
    expect(await desk.scope.db.select().from(outbox)).toEqual([]);
  });

  test('that refuses the key is asked once', async () => {
    failing('refused');
    await desk.told('oi');
    expect(desk.turns).toHaveLength(1);
    expect(await desk.heard()).toEqual([SORRY]);
  });

  test('that breaks is no reason to lose the customer', async () => {
    desk.state.answers = [new TypeError('x is undefined')];
    await desk.told('oi');
    await desk.wait(61_000);
    expect(await desk.heard()).toEqual([SORRY]);
    expect(await desk.health()).toMatchObject({ lastError: 'broken' });
  });

  test('five times in a row rests a minute, then is tried once', async () => {
    failing('refused');
    for (let n = 0; n < 5; n += 1) {
      await desk.told(`oi ${n}`);
      await desk.scope.write((tx) =>
        tx.db.update(ticketsTable).set({ status: 'closed', userId: null, machine: null, bot: null }),
      );
    }
    expect(desk.turns).toHaveLength(5);
    await desk.told('mais um');
    expect(desk.turns).toHaveLength(5);
    expect((await desk.story()).at(-1)).toMatchObject({ cause: 'machine.rests' });
    await desk.scope.write((tx) =>
      tx.db.update(ticketsTable).set({ status: 'closed', userId: null, machine: null, bot: null }),
    );
    desk.desk.clock.advance(60_000);
    desk.says({ type: 'text', text: 'Voltei' });
    await desk.told('e agora?');
    expect(desk.turns).toHaveLength(6);
    expect(await desk.health()).toMatchObject({ failuresInARow: 0, restsUntil: null, recent: '100000' });
  });
});

test('an answer whose commit fails is given once', async () => {
  await desk.write('oi');
  const save = desk.desk.kernel.outbox.add;
  let broken = true;
  desk.desk.kernel.outbox.add = async (...args) => {
    if (broken && args[2] === 'message.send') {
      broken = false;
      throw new Error('the disk broke');
    }
    return save(...args);
  };
  await desk.wait();
  await desk.wait(61_000);
  desk.desk.kernel.outbox.add = save;
  expect(await desk.heard()).toEqual(['Pois não?']);
  expect(desk.turns).toHaveLength(2);
});

test.each([
  ['atendente', true],
  ['ATENDENTE!', true],
  ['quero falar com um atendente', true],
  ['posso conversar com uma pessoa?', true],
  ['me passa pra um humano', true],
  ['I want to talk to a human', true],
  ['quiero hablar con una persona', true],
  ['pessoa física', false],
  ['somos 4 pessoas', false],
  ['qual o horário?', false],
  ['', false],
])('%p asks for a person: %p', (text, expected) => expect(asksForPerson(text)).toBe(expected));
