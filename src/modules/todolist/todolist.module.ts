import { defineModule } from '@/kernel/module.ts';
import { anyone } from '@/kernel/policy.ts';
import { paths } from '@/paths.ts';
import { todolistPages } from './todolist.pages.tsx';

export const todolist = defineModule({
  name: 'todolist',
  pages: todolistPages,
  menu: [
    {
      key: 'todolist',
      label: 'todolist:inMenu',
      href: paths.todolist(),
      icon: 'list-todo',
      section: 'main',
      position: 30,
      isFor: anyone,
    },
  ],
});
