import { AppError } from '../errors.ts';

/** The outbox waits for the store to answer again and loses nothing meanwhile. */
export class StoreFailure extends AppError {
  constructor(code: 'ERR_BUSY' | 'ERR_NO_SPACE', cause: unknown) {
    super(code, {}, { cause });
    this.name = 'StoreFailure';
  }
}
