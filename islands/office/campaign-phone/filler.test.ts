import { expect, test } from 'bun:test';
import { render } from '@/modules/campaigns/engine/render-text.logic.ts';
import { fillerOf } from './filler.ts';

const own = [{ key: 'Cupom', value: 'DEZ' }];

test.each([
  ['Oi, {nome}! {{cupom}} {nada} {{nada}}', { name: 'Ana Sá', email: '', number: '5511' }],
  ['Olá, {{primeiro nome}}, seu e-mail é {email}.', { name: 'Ana Sá', email: '', number: '5511' }],
  ['{{firstName}}! {{protocol}} {{ms}}', { name: '5511999990000', email: '', number: '5511' }],
])('the picture of %p is what is sent', (text, person) => {
  const moment = { ms: 'Boa tarde' };
  expect(fillerOf(person, own, moment)(text)).toBe(render(text, person, own, moment));
});
