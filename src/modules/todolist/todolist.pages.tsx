import { TodolistPage } from '@views/pages/todolist/todolist-page.tsx';
import { Hono } from 'hono';
import { signedIn } from '@/kernel/http/authenticate.ts';
import type { Env } from '@/kernel/http/env.ts';
import { page } from '@/kernel/http/respond.ts';
import { requireUser } from '@/kernel/policy.ts';

/** Spec part 1 §2: the tasks stay in the browser, so the server has nothing to keep. */
export const todolistPages = new Hono<Env>().get('/todolist', signedIn, (c) => {
  const { id, companyId } = requireUser(c.var.scope);
  return page(c, { title: 'todolist:title', active: 'todolist' }, <TodolistPage owner={{ id, companyId }} />);
});
