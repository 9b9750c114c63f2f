import { z } from 'zod';

/** The zones of Brazil, then the usual ones of America, Portugal and Spain; a select lists these first. */
export const NEAR_TIME_ZONES = {
  brazil: [
    'America/Sao_Paulo',
    'America/Manaus',
    'America/Cuiaba',
    'America/Campo_Grande',
    'America/Porto_Velho',
    'America/Boa_Vista',
    'America/Rio_Branco',
    'America/Eirunepe',
    'America/Belem',
    'America/Santarem',
    'America/Araguaina',
    'America/Fortaleza',
    'America/Recife',
    'America/Maceio',
    'America/Bahia',
    'America/Noronha',
  ],
  near: [
    'America/Argentina/Buenos_Aires',
    'America/Asuncion',
    'America/Bogota',
    'America/Caracas',
    'America/Guayaquil',
    'America/La_Paz',
    'America/Lima',
    'America/Montevideo',
    'America/Santiago',
    'America/Costa_Rica',
    'America/Guatemala',
    'America/Panama',
    'America/Santo_Domingo',
    'America/Mexico_City',
    'America/New_York',
    'America/Chicago',
    'America/Denver',
    'America/Los_Angeles',
    'Atlantic/Azores',
    'Atlantic/Canary',
    'Atlantic/Madeira',
    'Europe/Lisbon',
    'Europe/Madrid',
  ],
} as const;

/** IANA names only: an offset such as `-03:00` knows no daylight saving, and older names are not in the select. */
export function isTimeZone(name: string): boolean {
  return ALL.has(name);
}

export function listTimeZones(): string[] {
  return [...ALL];
}

const ALL = new Set(Intl.supportedValuesOf('timeZone'));

/** '' means the server's. */
export const timeZoneOrNone = z
  .string('validation:timeZone')
  .trim()
  .refine((name) => name === '' || isTimeZone(name), 'validation:timeZone')
  .transform((name) => name || null);
