import type { Ctx } from '@/core/http/env.ts';
import { trigger } from '@/core/http/responses/respond.ts';

export function happened(c: Ctx, toast?: string): Response {
  trigger(c, {
    'dialog:close': true,
    simulated: true,
    ...(toast && { toast: { level: 'success', text: c.var.t(toast) } }),
  });
  return c.body(null, 204);
}

export function refused(c: Ctx, key: string): Response {
  trigger(c, { simulated: true, toast: { level: 'warning', text: c.var.t(key) } });
  return c.body(null, 204);
}
