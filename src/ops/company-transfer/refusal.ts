import type { FileRefusal } from '../../modules/company-files/company-files.schema.ts';
import { RestoreRefused } from '../backup/backup-failure.ts';

export class FileRefused extends RestoreRefused {
  constructor(
    readonly code: FileRefusal,
    sentence: string,
  ) {
    super(sentence);
  }
}
