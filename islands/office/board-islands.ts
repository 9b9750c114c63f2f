/** One file, since each lazily loaded file adds its name to the first script of every page. */
export { DashboardCharts } from './dashboard-charts/dashboard-charts.tsx';
export { KanbanBoard } from './kanban/kanban-board.tsx';
export { StatusCharts } from './status-charts/status-charts.tsx';
