import { expect, test } from 'bun:test';
import { DEFAULT_ANSWERS, DEFAULT_KEYWORDS } from '../settings/campaign-settings.schema.ts';
import { answerOf } from './answer.logic.ts';

const read = (text: string) => answerOf(text, DEFAULT_ANSWERS, DEFAULT_KEYWORDS);

test.each([
  'Não',
  'nao',
  'N',
  'NO.',
  'não quero',
  'Não quero, obrigado',
  'Agora não!',
  'no gracias',
  'No, thanks',
])('%p declines', (text) => expect(read(text)).toBe('no'));

test.each([
  '1',
  'Sim',
  ' SÍ! ',
  'quero',
  'Quero!',
  'pode',
  'ok',
  '👍',
  '👍🏽👍🏽',
  'sim, quanto custa?',
  'Claro, pode mandar',
])('%p confirms', (text) => expect(read(text)).toBe('yes'));

test.each([
  'Quem é?',
  'bom dia',
  '10',
  'simpatia',
  'Não entendi, o que é?',
  'quero não',
  'pode parar',
  'ok, mas não agora',
  '',
  '🤔',
  `sim, ${'mas antes quero saber '.repeat(4)}`,
  'sim'.repeat(500),
])('%p is neither', (text) => expect(read(text)).toBeNull());

test('the company’s own answers replace the defaults', () => {
  const own = { yes: ['bora'], no: ['deixa pra lá'] };
  expect(['Bora!', 'Deixa pra la, valeu', 'sim', 'não'].map((text) => answerOf(text, own, []))).toEqual([
    'yes',
    'no',
    null,
    null,
  ]);
});
