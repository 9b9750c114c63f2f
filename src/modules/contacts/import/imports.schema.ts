import { z } from 'zod';

export const MAX_SHEET_BYTES = 5 * 1024 * 1024;
/** The one file of an upload. */
export const SHEET = { field: 'file', maxBytes: MAX_SHEET_BYTES, maxFiles: 1 };
export const MAX_ROWS = 20_000;

/** Why a row is not a new contact. */
export const SKIPPED = ['bad_number', 'repeated', 'exists', 'not_on_whatsapp'] as const;
export type Skipped = (typeof SKIPPED)[number];

/** A line of a sheet as it was read; `line` counts from 1, as the program that shows the sheet does. */
export type SheetRow = { line: number; name: string; number: string; email: string };

/** Why a file cannot be read, as a key under `contacts:import.errors.*`. */
export const SHEET_PROBLEMS = ['unreadable', 'noNumber', 'tooMany', 'empty', 'tooLarge'] as const;
export type SheetProblem = (typeof SHEET_PROBLEMS)[number];

/** The rows below the line that names the columns. */
export type Sheet = { columns: { name: string; number: string; email: string }; rows: SheetRow[] };

export type ImportRowView = SheetRow & { outcome: 'created' | Skipped | null };

export const ImportQuery = z.object({ part: z.enum(['progress']).optional() });
