import type { ComponentType } from 'react';
import type { IslandLoader } from '../manifest.ts';

const islands: Record<string, IslandLoader> = {
  'todo-list': () => import('./todo-list/todo-list.tsx').then((module) => module.TodoList),
};

export async function loadOfficeIsland(name: string): Promise<ComponentType<never>> {
  const load = islands[name];
  if (!load) throw new Error(`island "${name}" is in no manifest`);
  return load(name);
}
