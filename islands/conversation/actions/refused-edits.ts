import { createStore } from '../../page/store.ts';

export type RefusedEdit = { messageId: string; wanted: string };

/** They wait here until their conversation is open. */
export const refusedEdits = createStore<readonly RefusedEdit[]>([]);

export function offerEdit({ messageId, wanted }: RefusedEdit): void {
  refusedEdits.set([...refusedEdits.get(), { messageId, wanted }]);
}
