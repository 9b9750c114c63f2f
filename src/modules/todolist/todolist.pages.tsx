import { TodolistPage } from '@views/pages/todolist/todolist-page.tsx';
import { page } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { requireUser } from '@/core/policy.ts';

/** Spec part 1 §2: the tasks stay in the browser. */
export const todolistPages = [
  pageRoute('GET /todolist', {
    access: 'person',
    answer(c) {
      const { id, companyId } = requireUser(c.var.scope);
      const node = <TodolistPage owner={{ id, companyId }} />;
      return page(c, { title: 'todolist:title', active: 'todolist' }, node);
    },
  }),
];
