import { defineModule } from '@/core/module.ts';
import { anyone } from '@/core/policy.ts';
import { paths } from '@/paths.ts';
import { todolistPages } from './todolist.pages.tsx';

export const todolist = defineModule({
  name: 'todolist',
  pages: todolistPages,
  menu: [
    {
      key: 'todolist',
      label: 'todolist:title',
      href: paths.todolist(),
      icon: 'list-todo',
      section: 'tickets',
      position: 40,
      isFor: anyone,
    },
  ],
});
