import { defineModule } from '@/kernel/module.ts';
import { isAdmin } from '@/kernel/policy.ts';
import { paths } from '@/paths.ts';
import { createTokenChanges } from './api-token.ts';
import { connectionsEndpoints } from './connections.endpoints.ts';
import { type ConnectionsErrors, connectionsErrors } from './connections.errors.ts';
import {
  type ConnectionEvents,
  connectionContract,
  tellConnectionChanged,
  tellConnectionDeleted,
  tellSessionChanged,
} from './connections.events.ts';
import { connectionsAtStart, createSubscriptionSweep } from './connections.jobs.ts';
import { connectionsPages } from './connections.pages.tsx';
import { countTroubled } from './connections.queries.ts';

export const connections = defineModule<{
  errors: keyof ConnectionsErrors;
  events: keyof ConnectionEvents;
  services: 'tokenChanges' | 'unstarted';
}>({
  name: 'connections',
  errors: connectionsErrors,
  services: { tokenChanges: createTokenChanges, unstarted: () => new Set() },
  endpoints: connectionsEndpoints,
  pages: connectionsPages,
  menu: [
    {
      key: 'connections',
      href: paths.connections(),
      icon: 'smartphone',
      section: 'admin',
      position: 10,
      isFor: isAdmin,
      badge: async (scope) => ((await countTroubled(scope)) > 0 ? 'warning' : null),
      badgeChannels: ['whatsapp', 'whatsappSession'],
    },
  ],
  listeners: {
    'connection.created': tellConnectionChanged,
    'connection.updated': tellConnectionChanged,
    'connection.deleted': tellConnectionDeleted,
    'connection.session': tellSessionChanged,
  },
  contract: connectionContract,
  atStart: [connectionsAtStart],
  jobs: (kernel) => [
    { name: 'followSubscriptions', pattern: '* * * * *', run: createSubscriptionSweep(kernel) },
  ],
});
