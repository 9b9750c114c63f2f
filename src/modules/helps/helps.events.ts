import type { PlatformListener } from '@/core/events.ts';
import { type ContractNames, companyEvent } from '@/core/realtime/contract-events.ts';
import { getHelp } from './helps.queries.ts';

export interface HelpPlatformEvents {
  'help.changed': { action: 'create' | 'update' | 'delete'; helpId: number };
}
declare module '@/core/events.ts' {
  interface PlatformEventMap extends HelpPlatformEvents {}
}

/** Only to connected clients: no company database is opened for it. */
export const publishHelp: PlatformListener<'help.changed'> = async (scope, { action, helpId }) => {
  const record = action === 'delete' ? undefined : await getHelp(scope, helpId).catch(() => null);
  if (record === null) return;
  const data = record ? { action, record } : { action, id: helpId };
  scope.kernel.hub.deliverToAll({ channel: 'help', data, canReceive: () => true });
};

export const helpContract: ContractNames = {
  help: (companyId, data) => [companyEvent(companyId, 'help', data)],
};
