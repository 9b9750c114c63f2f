import { TodolistPage } from '@views/pages/todolist/todolist-page.tsx';
import { page } from '@/kernel/http/respond.ts';
import { pageRoute } from '@/kernel/http/route.ts';
import { requireUser } from '@/kernel/policy.ts';

/** Spec part 1 §2: the tasks stay in the browser. */
export const todolistPages = [
  pageRoute('GET /todolist', {
    access: 'person',
    show(c) {
      const { id, companyId } = requireUser(c.var.scope);
      const node = <TodolistPage owner={{ id, companyId }} />;
      return page(c, { title: 'todolist:title', active: 'todolist' }, node);
    },
  }),
];
