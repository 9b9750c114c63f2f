import type { ComponentType } from 'react';
import type { IslandLoader } from '../manifest.ts';
import { PaymentCountdown } from './payment-countdown/payment-countdown.tsx';
import { TodoList } from './todo-list/todo-list.tsx';

const islands: Record<string, IslandLoader> = {
  'internal-chat': () => import('./internal-chat/internal-chat.tsx').then((module) => module.InternalChat),
  'kanban-board': () => import('./board-islands.ts').then((module) => module.KanbanBoard),
  'dashboard-charts': () => import('./board-islands.ts').then((module) => module.DashboardCharts),
  'status-charts': () => import('./board-islands.ts').then((module) => module.StatusCharts),
  'queue-options': () => import('./queue-islands.ts').then((module) => module.QueueOptions),
  'queue-list': () => import('./queue-islands.ts').then((module) => module.QueueList),
  'file-options': () => import('./queue-islands.ts').then((module) => module.FileOptions),
  'campaign-phone': () =>
    import('./campaign-phone/campaign-phone.tsx').then((module) => module.CampaignPhone),
  schedules: () => import('./queue-islands.ts').then((module) => module.Schedules),
  passkey: () => import('./passkey/passkey.tsx').then((module) => module.Passkey),
  'payment-countdown': async () => PaymentCountdown,
  'todo-list': async () => TodoList,
};

export async function loadOfficeIsland(name: string): Promise<ComponentType<never>> {
  const load = islands[name];
  if (!load) throw new Error(`island "${name}" is in no manifest`);
  return load(name);
}
