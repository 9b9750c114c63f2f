import { expect, test } from 'bun:test';
import { readSheet } from './read-sheet.service.ts';

test('reads one sheet at a time and leaves the others on disk', async () => {
  const order: string[] = [];
  const sheets = ['Ana', 'Bia', 'Caio', 'Davi'].map((name) => {
    const file = new Blob([`nome;numero\n${name};5511988887777\n`]);
    const read = file.arrayBuffer.bind(file);
    file.arrayBuffer = () => {
      order.push(`read ${name}`);
      return read();
    };
    return readSheet(file).then(({ rows }) => {
      order.push(`done ${rows[0]?.name}`);
    });
  });
  await Promise.all(sheets);
  // A sheet is returned in the same task in which the next one is read.
  expect(order.indexOf('read Caio')).toBeGreaterThan(order.indexOf('done Ana'));
  expect(order.indexOf('read Davi')).toBeGreaterThan(order.indexOf('done Bia'));
});
