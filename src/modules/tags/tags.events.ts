import { type ContractNames, companyEvent, listEvent } from '@/core/realtime/contract-events.ts';
import { liveRecord } from '@/core/realtime/live-record.ts';
import { canReadTags } from './tags.policy.ts';
import { getTag } from './tags.queries.ts';

export interface TagEvents {
  'tag.created': { tagId: number };
  'tag.updated': { tagId: number };
  'tag.deleted': { tagId: number };
}
declare module '@/core/events.ts' {
  interface EventMap extends TagEvents {}
}

export const liveTag = liveRecord({
  ...{ channel: 'tag', id: 'tagId', record: 'tag' },
  find: getTag,
  canReceive: canReadTags,
});

export const tagContract: ContractNames = {
  tag: (companyId, data) => [
    companyEvent(companyId, 'tag', data),
    { name: 'tag', data },
    ...listEvent('user', data, 'tag', 'tags'),
  ],
};
