import { defineModule } from '@/core/module.ts';
import { anyone } from '@/core/policy.ts';
import { paths } from '@/paths.ts';
import { kanbanEndpoints } from './kanban.endpoints.ts';
import { kanbanPages } from './kanban.pages.tsx';

export const kanban = defineModule({
  name: 'kanban',
  endpoints: kanbanEndpoints,
  pages: kanbanPages,
  menu: [
    {
      key: 'kanban',
      label: 'kanban:title',
      href: paths.kanban(),
      icon: 'kanban',
      section: 'tickets',
      position: 20,
      isFor: anyone,
      feature: 'useKanban',
    },
  ],
});
