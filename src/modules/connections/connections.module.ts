import { defineModule } from '@/core/module.ts';
import { isAdmin } from '@/core/policy.ts';
import { paths } from '@/paths.ts';
import { createTokenChanges } from './api-token.service.ts';
import { connectionsEndpoints } from './connections.endpoints.ts';
import {
  type ConnectionEvents,
  connectionContract,
  publishConnectionChanged,
  publishConnectionDeleted,
  publishSessionChanged,
} from './connections.events.ts';
import { connectionsAtStart, createSubscriptionSweep } from './connections.jobs.ts';
import { connectionsPages } from './connections.pages.tsx';
import { countTroubled } from './connections.queries.ts';
import { leaveIntegration } from './leave-integration.steps.ts';
import { leaveQueue } from './leave-queue.steps.ts';
import { unpairSession } from './unpair.outbox.ts';

const errors = {
  ERR_NO_WAPP_FOUND: 404,
  ERR_NO_DEF_WAPP_FOUND: 400,
  ERR_NO_OTHER_WHATSAPP: 409,
  ERR_WAPP_NAME_TAKEN: 409,
  ERR_WAPP_TOKEN_TAKEN: 409,
  ERR_WAPP_NOT_INITIALIZED: 409,
  ERR_WAPP_GREETING_REQUIRED: 400,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const connections = defineModule<{
  errors: keyof Errors;
  events: keyof ConnectionEvents;
  services: 'tokenChanges' | 'unstarted' | 'pausing';
  outbox: 'connection.unpair';
}>({
  name: 'connections',
  errors,
  services: { tokenChanges: createTokenChanges, unstarted: () => new Set(), pausing: () => new Set() },
  endpoints: connectionsEndpoints,
  pages: connectionsPages,
  menu: [
    {
      key: 'connections',
      label: 'connections:title',
      href: paths.connections(),
      icon: 'smartphone',
      section: 'channels',
      position: 10,
      isFor: isAdmin,
      badge: async (scope) => ((await countTroubled(scope)) > 0 ? 'warning' : null),
      badgeChannels: ['whatsapp', 'whatsappSession'],
    },
  ],
  listeners: {
    'connection.created': publishConnectionChanged,
    'connection.updated': publishConnectionChanged,
    'connection.deleted': publishConnectionDeleted,
    'connection.session': publishSessionChanged,
  },
  outbox: { 'connection.unpair': unpairSession },
  steps: { 'queue.deleting': leaveQueue, 'integration.deleting': leaveIntegration },
  contract: connectionContract,
  atStart: [connectionsAtStart],
  jobs: (kernel) => [
    { name: 'followSubscriptions', pattern: '* * * * *', run: createSubscriptionSweep(kernel) },
  ],
});
