import { type OutboxHandler, TryLater } from '@/core/queue/outbox.ts';
import type { SessionTrouble } from '@/whatsapp/port.ts';
import { recordStopped } from './connection-sessions.service.ts';
import { findConnectionRow } from './connections.queries.ts';

declare module '@/core/queue/outbox.ts' {
  interface OutboxKinds {
    'connection.unpair': { connectionId: number; command: 'logout' | 'renew'; trouble?: SessionTrouble };
  }
}

export const unpairSession: OutboxHandler<'connection.unpair'> = {
  async run(scope, { payload: { connectionId, command, trouble } }) {
    const { companyId, kernel, log } = scope;
    const { whatsapp } = kernel.services;
    if (!(await findConnectionRow(scope.db, { connectionId }))) return undefined;
    const target = { companyId, connectionId };
    try {
      await (command === 'renew' ? whatsapp.renew(target) : whatsapp.logout(target, trouble));
    } catch (cause) {
      log.error({ err: cause, companyId, connectionId }, 'a pairing could not be forgotten yet');
      await recordStopped(scope, connectionId, 'server');
      throw new TryLater('ERR_WAPP_NOT_INITIALIZED', { uncounted: true, cause });
    }
    return undefined;
  },
  async park() {},
};
