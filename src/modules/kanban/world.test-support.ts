import type { AddToWorld } from '@test/support/world.ts';
import { createTag } from '@/modules/tags/tags.service.ts';

export const addToWorld: AddToWorld = async (scope, _world, mark) => {
  const { id } = await createTag(scope, { name: `Etapa ${mark}`, color: '#15803D', kanban: true });
  return { laneId: id };
};
