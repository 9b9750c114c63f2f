import { describe, expect, test } from 'bun:test';
import { fillIn } from './variables.schema.ts';

const values = { name: 'Maria <b>', firstName: 'Maria', sly: '{{name}}' };

describe('filling in', () => {
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
    ['$& {{firstName}} $1', '$& Maria $1'],
    ['', ''],
  ];
  for (const [typed, filled] of rows) {
    test(typed || 'nothing', () => expect(fillIn(typed, values)).toBe(filled));
  }

  test('takes no longer for braces without end', () => {
    const text = '{{'.repeat(200_000);
    const began = performance.now();
    expect(fillIn(text, values)).toBe(text);
    expect(performance.now() - began).toBeLessThan(500);
  });
});
