import { idempotencyTable } from '../../../src/core/idempotency/idempotency-table.ts';

export const idempotencyKeys = idempotencyTable();
