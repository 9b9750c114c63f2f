import type { Kernel } from '@/core/scope.ts';
import type { CompanyRows, FileFailure, FileRefusal, Unpacked } from './company-files.schema.ts';

declare module '@/core/scope.ts' {
  interface Services {
    companyImport: CompanyImport;
  }
}

/** One import at a time; a checked one that the process's end interrupts is checked again. */
export type CompanyImport = { state: ImportState };

export type ImportState =
  | { at: 'nothing' }
  | { at: 'checking'; file: string; read: number; stop: AbortController }
  | { at: 'checked'; file: string; scratch: string; unpacked: Unpacked; rows: CompanyRows; leftOut: string[] }
  | { at: 'refused'; file: string; reason: FileFailure; refusal: FileRefusal | null }
  | { at: 'done'; companyId: number; name: string; people: number; leftOut: string[] };

export const createCompanyImport = (_kernel: Kernel): CompanyImport => ({ state: { at: 'nothing' } });
