import { paths } from '@/paths.ts';
import { SIMULATOR } from '../phones/simulator.schema.ts';

/** Texts under `simulator:tour.steps.*`; `email` is the person whose page it is. */
export const TOUR = [
  { key: 'dashboard', email: 'ana@aurora.example', to: paths.home() },
  { key: 'tickets', email: 'bia@aurora.example', to: paths.tickets() },
  { key: 'phones', email: 'bia@aurora.example', to: SIMULATOR },
  { key: 'kanban', email: 'ana@aurora.example', to: paths.kanban() },
  { key: 'campaigns', email: 'ana@aurora.example', to: '/campaigns' },
  { key: 'bot', email: 'ana@aurora.example', to: '/queues' },
  { key: 'rules', email: 'ana@aurora.example', to: paths.rules() },
  { key: 'platform', email: 'ana@aurora.example', to: '/platform' },
] as const;

export const TOUR_PATH = `${SIMULATOR}/tour` as const;
