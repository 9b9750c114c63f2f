import type { AddFixtures } from '@test/support/fixtures.ts';
import { createTag } from '@/modules/tags/tags.service.ts';

export const addFixtures: AddFixtures = async (scope, _fixtures, mark) => {
  const { id } = await createTag(scope, { name: `Etapa ${mark}`, color: '#15803D', kanban: true });
  return { columnId: id };
};
