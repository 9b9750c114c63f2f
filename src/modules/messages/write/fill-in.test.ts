import { describe, expect, test } from 'bun:test';
import { fillIn } from './variables.schema.ts';

const values = { name: 'Maria <b>', firstName: 'Maria', sly: '{{name}}' };

describe('fillIn', () => {
  const rows: [string, string][] = [
    ['oi {{name}}', 'oi Maria <b>'],
    ['{{ firstName }}, {{firstName}}', 'Maria, Maria'],
    ['{{{name}}}', 'Maria <b>'],
    ['{{sly}}', '{{name}}'],
    [
      '{{unknown}} {{toString}} {{constructor}} {{__proto__}}',
      '{{unknown}} {{toString}} {{constructor}} {{__proto__}}',
    ],
    ['{{name} {name}} {{}} {{ {{name', '{{name} {name}} {{}} {{ {{name'],
    [
      '{{#name}}x{{/name}} {{! note}} {{> part}} {{=<% %>=}}',
      '{{#name}}x{{/name}} {{! note}} {{> part}} {{=<% %>=}}',
    ],
    ['{{na me}}', '{{na me}}'],
    ['{{nome}}, {nome}, {Nombre}, {{primeiro nome}}', 'Maria <b>, Maria <b>, Maria <b>, Maria'],
    ['{preço} {"name": 1} {a|b} {toString}', '{preço} {"name": 1} {a|b} {toString}'],
    ['$& {{firstName}} $1', '$& Maria $1'],
    ['', ''],
  ];
  for (const [typed, filled] of rows) {
    test(typed || 'nothing', () => expect(fillIn(typed, values)).toBe(filled));
  }

  test.each([
    ['Olá {{name}}!', 'Olá!'],
    ['Olá, {{firstName}}!', 'Olá!'],
    ['Olá {{name}}, tudo bem?', 'Olá, tudo bem?'],
    ['Olá {{name}} tudo bem?', 'Olá tudo bem?'],
    ['Oi, {{name}} tudo bem?', 'Oi, tudo bem?'],
    ['Bom dia *{{name}}*, meu nome é *{{agent}}*', 'Bom dia, meu nome é *Bia*'],
    ['*Olá {{name}}*', '*Olá*'],
    ['{{name}}, seu pedido chegou', 'Seu pedido chegou'],
    ['*{{{name}}}*: água com gás', 'Água com gás'],
    ['{{name}} 👋', '👋'],
    ['{{name}}\nbom dia', 'bom dia'],
    ['Bom dia\n{{name}}, chegou', 'Bom dia\nChegou'],
    ['{{name}}, https://loja.example', 'https://loja.example'],
    ['{{firstName}} {{name}}, {{agent}} aqui', 'Bia aqui'],
    ['Olá {{name}} {{agent}}', 'Olá Bia'],
    ['Até logo, {{name}}', 'Até logo'],
    ['Oi! {{name}}. Tudo bem?', 'Oi! Tudo bem?'],
    ['Cliente ({{name}}) novo', 'Cliente novo'],
    ['Olá  {{name}}\ntudo', 'Olá\ntudo'],
    ['{{agent}} {{name}}', 'Bia'],
    ['{{name}}', ''],
    ['sem nome', 'sem nome'],
  ])('without a customer name makes %p into %p', (typed, filled) =>
    expect(fillIn(typed, { name: '', firstName: '', agent: 'Bia' })).toBe(filled),
  );

  /** Quadratic time would take minutes of the processor. */
  test('is cheap with many empty names and unclosed braces', () => {
    const { user: before } = process.threadCpuUsage();
    expect(fillIn('* {{name}}, '.repeat(5_000), { name: '' })).toBeString();
    expect(fillIn('*'.repeat(50_000).concat('{{name}}', '*'.repeat(50_000)), { name: '' })).toBe('');
    const text = '{{'.repeat(200_000);
    expect(fillIn(text, values)).toBe(text);
    expect(process.threadCpuUsage().user - before).toBeLessThan(5_000_000);
  });
});
