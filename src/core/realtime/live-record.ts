import type { Actor, Scope } from '../scope.ts';

type LiveRecord<Id extends string> = {
  channel: string;
  /** The names of the event's id and of the record in what is sent. */
  id: Id;
  record: string;
  find(scope: Scope, id: number): Promise<object | undefined>;
  canReceive(actor: Actor): boolean;
  /** The data of a deletion, where existing clients do not read the event's id. */
  deleted?(id: number): object;
};

/** Listeners that send a changed record to open pages of those who may read it. It is not read when nobody listens. */
export function liveRecord<Id extends string>({
  channel,
  id,
  record,
  find,
  canReceive,
  deleted = (value) => ({ [id]: value }),
}: LiveRecord<Id>) {
  type Event = { [K in Id]: number };
  const deliver = ({ kernel, companyId }: Scope, data: object) =>
    kernel.hub.deliver(companyId, { channel, data, canReceive: (actor) => canReceive(actor) });
  const changed = (action: 'create' | 'update') => async (scope: Scope, event: Event) => {
    if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
    const found = await find(scope, event[id]);
    if (found) deliver(scope, { action, [record]: found });
  };
  return {
    created: changed('create'),
    updated: changed('update'),
    deleted: (scope: Scope, event: Event) => deliver(scope, { action: 'delete', ...deleted(event[id]) }),
  };
}
