import type { Ctx } from '@/core/http/env.ts';

/** Existing clients have no button for an undo token, so it is sent only on request. */
export const wantsUndo = (c: Ctx): boolean => c.req.header('X-Offer-Undo') !== undefined;

export function offerUndo(c: Ctx, token: string): void {
  c.header('X-Undo-Token', token);
}
