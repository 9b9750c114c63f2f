import { expect, test } from 'bun:test';
import { easterOf, nationalHolidays } from './national-holidays.logic.ts';

// Tables of the U.S. Naval Observatory.
test.each([
  [2000, '2000-04-23'],
  [2008, '2008-03-23'],
  [2011, '2011-04-24'],
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  [2038, '2038-04-25'],
  [2049, '2049-04-18'],
])('Easter of %i', (year, day) => {
  expect(easterOf(year)).toBe(day);
});

test('lists the national holidays of 2026 and 2027', () => {
  const days = Object.fromEntries(nationalHolidays(2026).map(({ day, name }) => [day, name]));
  expect(days).toMatchObject({
    '2026-02-16': 'Carnaval (segunda-feira)',
    '2026-02-17': 'Carnaval (terça-feira)',
    '2026-04-03': 'Sexta-feira Santa',
    '2026-06-04': 'Corpus Christi',
    '2026-11-20': 'Dia da Consciência Negra',
    '2027-02-09': 'Carnaval (terça-feira)',
    '2027-03-26': 'Sexta-feira Santa',
    '2027-05-27': 'Corpus Christi',
  });
  expect(Object.keys(days)).toHaveLength(9 + 2 * 4);
  expect(Object.keys(days)).toEqual(Object.keys(days).sort());
});
