import { describe, expect, test } from 'bun:test';
import { zonedParts } from '@/core/zoned-time.ts';
import { isCpfOrCnpj, plainDocument, shownDocument } from '@/schemas/cpf-cnpj.schema.ts';
import { addMonths, renewed } from './recurrence.logic.ts';

describe('CPF and CNPJ', () => {
  const good = ['529.982.247-25', '11.222.333/0001-81', '12.ABC.345/01DE-35', '12abc34501de35'];
  for (const text of good) test(`accepts ${text}`, () => expect(isCpfOrCnpj(plainDocument(text))).toBe(true));
  const bad = [
    '529.982.247-26',
    '111.111.111-11',
    '11.222.333/0001-80',
    '00.000.000/0000-00',
    '12.ABC.345/01DE-36',
    '12.ABC.345/01DE-3A',
    '12345',
    '',
  ];
  for (const text of bad)
    test(`rejects ${text || 'nothing'}`, () => expect(isCpfOrCnpj(plainDocument(text))).toBe(false));
  test('formats them with punctuation', () => {
    expect([shownDocument('52998224725'), shownDocument('12ABC34501DE35')]).toEqual([
      '529.982.247-25',
      '12.ABC.345/01DE-35',
    ]);
  });
});

describe('months', () => {
  const zone = 'America/Sao_Paulo';
  const cases: [from: string, months: number, to: string][] = [
    ['2026-01-31T15:00:00Z', 1, '2026-03-01T02:59:59.999Z'],
    ['2028-01-31T15:00:00Z', 1, '2028-03-01T02:59:59.999Z'],
    ['2026-08-31T15:00:00Z', 6, '2027-03-01T02:59:59.999Z'],
    ['2028-02-29T15:00:00Z', 12, '2029-03-01T02:59:59.999Z'],
    // 23:30 of the 31st there is the 1st in UTC.
    ['2026-02-01T02:30:00Z', 1, '2026-03-01T02:59:59.999Z'],
  ];
  for (const [from, months, to] of cases)
    test(`${from} and ${months}`, () =>
      expect(addMonths(new Date(from), months, { timeZone: zone, billingDay: null }).toISOString()).toBe(to));

  test('count from the later of now and the previous due date', () => {
    const now = new Date('2026-03-10T15:00:00Z');
    const after = (dueDate: string | null, recurrence: string, billingDay: number | null = null) =>
      renewed({ dueDate: dueDate ? new Date(dueDate) : null, billingDay, recurrence }, now, zone);
    const until = (...due: Parameters<typeof after>) => zonedParts(after(...due).dueDate, zone).day;
    expect([
      until('2026-03-20T15:00:00Z', 'MENSAL'),
      until('2026-01-01T15:00:00Z', 'BIMESTRAL'),
      until(null, 'ANUAL'),
      until('2026-03-20T15:00:00Z', ''),
      until('2026-03-20T15:00:00Z', 'SEMESTRAL'),
    ]).toEqual(['2026-04-20', '2026-05-10', '2027-03-10', '2026-04-20', '2026-09-20']);
    expect(after('2026-04-30T15:00:00Z', 'MENSAL', 31)).toEqual({
      dueDate: new Date('2026-06-01T02:59:59.999Z'),
      billingDay: 31,
    });
    expect(after('2026-02-28T15:00:00Z', 'MENSAL', 31)).toEqual({
      dueDate: new Date('2026-04-11T02:59:59.999Z'),
      billingDay: 10,
    });
  });
});
