import type { PersonName } from '@test/support/people.ts';
import type { Example } from '@/kernel/http/route.ts';
import type { TestDesk } from '../support/deps.ts';
import type { World } from '../support/world.ts';

/** What of a call only the moment tells: a token that was given out, who must ask, a cookie. */
export type Prepared = Partial<Example> & { as?: PersonName | 'stranger'; headers?: Record<string, string> };

/** Calls that need something to have happened before; each has a desk of its own. */
export const PREPARED: Record<string, (world: World, desk: TestDesk) => Prepared | Promise<Prepared>> = {
  'PUT /settings/:key': () => ({ as: 'ana' }),
  'POST /undo/:token': async ({ ticketId }, desk) => {
    const body = { action: 'unread', ids: [ticketId] };
    const bulk = await (await desk.as('ana')).json<{ undo: string }>('POST', '/tickets/bulk', body);
    return { as: 'ana', params: { token: bulk.body.undo } };
  },
  // The world's quick message is general: agents may not change it.
  'PUT /quick-messages/:quickMessageId': () => ({ as: 'ana' }),
  'DELETE /quick-messages/:quickMessageId': () => ({ as: 'ana' }),
  'POST /quick-messages/:quickMessageId/media-upload': () => ({ as: 'ana' }),
  'DELETE /quick-messages/:quickMessageId/media-upload': () => ({ as: 'ana' }),
};
