import { RestoreRefused } from '../backup/failure.ts';
import type { FileRefusal } from '../modules/company-files/company-files.schema.ts';

export class FileRefused extends RestoreRefused {
  constructor(
    readonly code: FileRefusal,
    sentence: string,
  ) {
    super(sentence);
  }
}
