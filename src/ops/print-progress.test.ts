import { expect, test } from 'bun:test';
import { progressText } from './print-progress.ts';

test.each([
  ['restore', 'company 12', 'Company 12 is restored.'],
  ['restore', 'company', 'The company’s data is fetched.'],
  ['export', 'media', 'Files written: 30 of 40.'],
  ['export', 'database', 'The messages are written. Files to write: 40.'],
  ['export', 'before list', ''],
  ['import', 'taken over', 'The company’s data is unpacked.'],
  ['import', 'before move', ''],
  ['rotate', 'companies/3 tickets.bot', ''],
  ['rotate', 'companies/3 noted', 'Company 3 is done.'],
] as const)('%s prints a sentence or nothing for the step %s', (command, step, text) => {
  expect(progressText(command, step, 30, 40)).toBe(text);
});
