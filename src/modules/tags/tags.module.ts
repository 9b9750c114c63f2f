import { defineModule } from '@/kernel/module.ts';
import { anyone } from '@/kernel/policy.ts';
import { paths } from '@/paths.ts';
import { tagsEndpoints } from './tags.endpoints.ts';
import { type TagsErrors, tagsErrors } from './tags.errors.ts';
import { type TagEvents, tagContract, tellCreated, tellDeleted, tellUpdated } from './tags.events.ts';
import { tagsPages } from './tags.pages.tsx';

export const tags = defineModule<{ errors: keyof TagsErrors; events: keyof TagEvents }>({
  name: 'tags',
  errors: tagsErrors,
  endpoints: tagsEndpoints,
  pages: tagsPages,
  menu: [{ key: 'tags', href: paths.tags(), icon: 'tag', section: 'main', position: 50, isFor: anyone }],
  listeners: { 'tag.created': tellCreated, 'tag.updated': tellUpdated, 'tag.deleted': tellDeleted },
  contract: tagContract,
});
