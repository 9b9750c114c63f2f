import type { AddFixtures } from '@test/support/fixtures.ts';
import { createLink } from './click-to-chat.service.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    linkId: number;
  }
}

export const addFixtures: AddFixtures = async (scope, _fixtures, mark) => {
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
