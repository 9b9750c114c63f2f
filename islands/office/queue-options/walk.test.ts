import { describe, expect, test } from 'bun:test';
import type { QueueOptionView } from '@/modules/queues/options/queue-options.views.ts';
import { countBelow, toBotQueue } from './option-tree.ts';
import { walk } from './walk.ts';

const at = '2026-03-10T15:00:00.000Z';
const option = (id: number, parentId: number | null, number: string, title: string): QueueOptionView => ({
  ...{ id, parentId, title, option: number, queueId: 7, message: `Sobre ${title}` },
  ...{ mediaPath: null, mediaName: id === 4 ? 'tabela.pdf' : null, createdAt: at, updatedAt: at },
});
const OPTIONS = [
  option(1, null, '1', 'Preços'),
  option(2, null, '2', 'Entregas'),
  option(3, 1, '1', 'Varejo'),
  option(4, 1, '2', 'Atacado'),
];
const QUEUE = { id: 7, name: 'Vendas', greeting: 'Olá, {{firstName}}', mediaName: null };
const answered = (...answers: string[]) => walk(toBotQueue(QUEUE, OPTIONS), answers, 'agora uma pessoa');
const lastOf = (...answers: string[]) => answered(...answers).bubbles.at(-1);

describe('queue menu preview', () => {
  test('starts with the greeting and the first level', () => {
    expect(answered()).toEqual({
      bubbles: [
        {
          from: 'bot',
          text: 'Olá, {{firstName}}\n\n*[ 1 ]* - Preços\n*[ 2 ]* - Entregas\n*[ # ]* - Menu inicial',
        },
      ],
      isAsking: true,
    });
  });

  test('goes down, back up and to the start', () => {
    expect(lastOf('1')?.text).toStartWith('Sobre Preços\n\n*[ 1 ]* - Varejo');
    expect(lastOf('1', '0')).toEqual(lastOf());
    expect(lastOf('1', '#')).toEqual(lastOf());
  });

  test('ends with the option’s text, its file and the transfer notice', () => {
    const { bubbles, isAsking } = answered('1', '2');
    expect(bubbles.slice(-4)).toEqual([
      { from: 'customer', text: '2' },
      { from: 'bot', text: 'Sobre Atacado' },
      { from: 'file', text: 'tabela.pdf' },
      { from: 'desk', text: 'agora uma pessoa' },
    ]);
    expect(isAsking).toBe(false);
  });

  test('shows the greeting and the file of a queue without options, and expects no choice', () => {
    const queue = { ...QUEUE, mediaName: 'tabela.pdf' };
    expect(walk(toBotQueue(queue, []), [], 'agora uma pessoa')).toEqual({
      bubbles: [
        { from: 'bot', text: 'Olá, {{firstName}}' },
        { from: 'file', text: 'tabela.pdf' },
        { from: 'desk', text: 'agora uma pessoa' },
      ],
      isAsking: false,
    });
  });

  test('countBelow counts all options below an option', () => {
    expect([countBelow(OPTIONS, 1), countBelow(OPTIONS, 2)]).toEqual([2, 0]);
  });
});
