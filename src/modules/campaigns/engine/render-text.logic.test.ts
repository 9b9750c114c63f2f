import { expect, test } from 'bun:test';
import { render } from './render-text.logic.ts';

const to = { name: 'Maria {numero}', email: '', number: '5511999990000' };

test.each([
  ['Oi, {nome}! {cupom} {nada}', to, 'Oi, Maria {numero}! DEZ {nada}'],
  ['Oi, {Nome}! Seu e-mail é {email}.', to, 'Oi, Maria {numero}! Seu e-mail é.'],
  ['Oi, {nome}!', { ...to, name: '5511999990000' }, 'Oi!'],
  [
    'Oi, {{nome}}! {{Cupom}} {{primeiro nome}} {{nada}} {{protocol}}',
    { ...to, name: 'Ana Sá' },
    'Oi, Ana Sá! DEZ Ana {{nada}}',
  ],
  ['*{nome}*, use {CUPOM} em {numero}', { ...to, name: '+55 11 99999-0000' }, 'Use DEZ em 5511999990000'],
])('%p is rendered with the contact’s known data', (text, person, sent) =>
  expect(render(text, person, [{ key: 'cupom', value: 'DEZ' }])).toBe(sent),
);
