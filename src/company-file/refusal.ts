import { RestoreRefused } from '../backup/failure.ts';
import type { FileRefusal } from '../modules/company-files/company-files.schema.ts';

/** The sentence is for whoever runs a command; `code` has its own on the page. */
export class FileRefused extends RestoreRefused {
  constructor(
    readonly code: FileRefusal,
    sentence: string,
  ) {
    super(sentence);
  }
}
