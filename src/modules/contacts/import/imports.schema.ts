import { z } from 'zod';

export const MAX_SHEET_BYTES = 5 * 1024 * 1024;
export const SHEET = { field: 'file', maxBytes: MAX_SHEET_BYTES, maxFiles: 1 };
export const MAX_ROWS = 20_000;

export const SKIPPED = ['bad_number', 'damaged', 'repeated', 'exists', 'not_on_whatsapp'] as const;
export type Skipped = (typeof SKIPPED)[number];

/** `line` counts from 1, as spreadsheets show it. */
export type SheetRow = { line: number; name: string; number: string; email: string };

/** Keys under `contacts:import.errors.*`. */
const SHEET_PROBLEMS = ['unreadable', 'noNumber', 'tooMany', 'empty', 'tooLarge'] as const;
export type SheetProblem = (typeof SHEET_PROBLEMS)[number];

export type Sheet = { columns: { name: string; number: string; email: string }; rows: SheetRow[] };

export type ImportRowView = SheetRow & { outcome: 'created' | Skipped | null };

export const ImportQuery = z.object({ part: z.enum(['progress']).optional() });
