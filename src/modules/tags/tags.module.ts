import { defineModule } from '@/core/module.ts';
import { anyone } from '@/core/policy.ts';
import { paths } from '@/paths.ts';

import { liveTag, type TagEvents, tagContract } from './tags.events.ts';
import { tagRoutes } from './tags.routes.tsx';

const errors = {
  ERR_NO_TAG_FOUND: 404,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const tags = defineModule<{ errors: keyof Errors; events: keyof TagEvents }>({
  name: 'tags',
  errors,
  ...tagRoutes,
  menu: [
    {
      key: 'tags',
      label: 'tags:title',
      href: paths.tags(),
      icon: 'tag',
      section: 'contacts',
      position: 30,
      isFor: anyone,
    },
  ],
  listeners: {
    'tag.created': liveTag.created,
    'tag.updated': liveTag.updated,
    'tag.deleted': liveTag.deleted,
  },
  contract: tagContract,
});
