import { EntryBadge } from '@views/layouts/entry-badge.tsx';
import { z } from 'zod';
import { AppError } from '../core/errors.ts';
import { fragment, trigger } from '../core/http/responses/respond.ts';
import { endpoint, pageRoute } from '../core/http/routing/route.ts';
import { VERSION } from '../version.ts';
import { findMenuEntry } from './menu.ts';

export const sharedEndpoints = [
  endpoint('GET /version', {
    access: 'anyone',
    summary: 'The version of the server',
    reply: z.strictObject({ version: z.string() }),
    run: () => ({ version: VERSION }),
  }),
  endpoint('POST /undo/:token', {
    access: 'person',
    summary: 'Undoes a bulk action or a merge, once, within five minutes',
    reply: z.strictObject({ done: z.number().int() }),
    errors: ['ERR_UNDO_GONE', 'ERR_NO_PERMISSION'],
    example: () => ({ params: { token: 'guessed' } }),
    run: (scope, { token }) => scope.kernel.undo.take(scope, token),
  }),
];

export const sharedPages = [
  pageRoute('GET /menu/:key/badge', {
    access: 'person',
    example: () => ({ params: { key: 'tickets' } }),
    async answer(c, { key }) {
      const found = await findMenuEntry(c.var.scope, key);
      if (!found) throw new AppError('ERR_NOT_FOUND');
      if (found.alert) trigger(c, { toast: { level: 'warning', text: c.var.t(found.alert) } });
      return fragment(c, <EntryBadge entry={found.entry} />);
    },
  }),
  pageRoute('POST /undo/:token', {
    access: 'person',
    example: () => ({ params: { token: 'guessed' } }),
    async answer(c, { token }) {
      const { done } = await c.var.kernel.undo.take(c.var.scope, token);
      trigger(c, {
        toast: { level: 'success', text: c.var.t('common:toast.undone', { count: done }) },
        'refresh:undone': true,
      });
      return c.body(null, 204);
    },
  }),
];
