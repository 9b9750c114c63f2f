import { expect, test } from 'bun:test';
import { formatWholeUnits } from './duration.schema.ts';

test('a length of time is in its largest unit without a rest', () => {
  const times: [number, string, string][] = [
    [1440, 'pt', '1 dia'],
    [2880, 'es', '2 días'],
    [60, 'en', '1 hour'],
    [180, 'pt', '3 horas'],
    [90, 'es', '90 minutos'],
    [1, 'pt', '1 minuto'],
  ];
  for (const [minutes, locale, text] of times) expect(formatWholeUnits(minutes, locale)).toBe(text);
});
