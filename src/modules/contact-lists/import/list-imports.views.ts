import type { Mapping, Skipped } from './list-imports.schema.ts';

export type ListImportView = {
  id: number;
  contactListId: number;
  fileName: string;
  state: 'preview' | 'running' | 'done';
  /** Titles of the sheet's columns; '' for those without one. */
  columns: string[];
  mapping: Mapping;
  total: number;
  done: number;
  created: number;
  skipped: Record<Skipped, number>;
};

export type ImportLine = { line: number; cells: string[]; outcome: 'created' | Skipped | null };
