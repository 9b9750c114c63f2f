import { addDays } from '@/core/zoned-time.ts';

export type NationalHoliday = { name: string; day: string; isYearly: boolean };

/** Laws 662/1949, 6.802/1980 and 14.759/2023. */
const FIXED: [monthAndDay: string, name: string][] = [
  ['01-01', 'Confraternização Universal'],
  ['04-21', 'Tiradentes'],
  ['05-01', 'Dia do Trabalho'],
  ['09-07', 'Independência do Brasil'],
  ['10-12', 'Nossa Senhora Aparecida'],
  ['11-02', 'Finados'],
  ['11-15', 'Proclamação da República'],
  ['11-20', 'Dia da Consciência Negra'],
  ['12-25', 'Natal'],
];

/** Days from Easter Sunday. */
const MOVABLE: [days: number, name: string][] = [
  [-48, 'Carnaval (segunda-feira)'],
  [-47, 'Carnaval (terça-feira)'],
  [-2, 'Sexta-feira Santa'],
  [60, 'Corpus Christi'],
];

/** That year's and the next one's, by day; fixed ones once, as yearly. Names in Portuguese. */
export function nationalHolidays(year: number): NationalHoliday[] {
  const fixed = FIXED.map(([date, name]) => ({ name, day: `${year}-${date}`, isYearly: true }));
  const movable = [year, year + 1].flatMap((one) =>
    MOVABLE.map(([days, name]) => ({ name, day: addDays(easterOf(one), days), isYearly: false })),
  );
  return [...fixed, ...movable].sort((a, b) => a.day.localeCompare(b.day));
}

/** The anonymous Gregorian algorithm (Meeus, Astronomical Algorithms, chapter 8). */
export function easterOf(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const leapCenturies = Math.floor(century / 4);
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - leapCenturies - moonShift + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const sum = epact + weekday - 7 * late + 114;
  return new Temporal.PlainDate(year, Math.floor(sum / 31), (sum % 31) + 1).toString();
}
