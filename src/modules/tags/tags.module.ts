import { defineModule } from '@/kernel/module.ts';
import { anyone } from '@/kernel/policy.ts';
import { paths } from '@/paths.ts';
import { tagsEndpoints } from './tags.endpoints.ts';
import { type TagEvents, tellCreated, tellDeleted, tellUpdated } from './tags.events.ts';
import { tagsPages } from './tags.pages.tsx';

export const tags = defineModule<{ events: keyof TagEvents }>({
  name: 'tags',
  endpoints: tagsEndpoints,
  pages: tagsPages,
  menu: [{ key: 'tags', href: paths.tags(), icon: 'tag', section: 'main', position: 50, isFor: anyone }],
  listeners: { 'tag.created': tellCreated, 'tag.updated': tellUpdated, 'tag.deleted': tellDeleted },
});
