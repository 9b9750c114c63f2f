import type { AddToWorld } from '@test/support/world.ts';
import { createLink } from './click-to-chat.service.ts';

declare module '@/kernel/http/route.ts' {
  interface World {
    linkId: number;
  }
}

export const addToWorld: AddToWorld = async (scope, _world, mark) => {
  const connection = await scope.db.query.connections.findFirst();
  const link = await createLink(scope, {
    source: `link-${mark.toLowerCase().replace(/[^a-z0-9]/g, '')}`,
    connectionId: connection?.id ?? 0,
    text: `Oi ${mark}`,
    label: '',
    color: '#157347',
    side: 'right',
  });
  return { linkId: link.id };
};
