/** One file, since each that is loaded later costs the first script of every page its name. */
export { DashboardCharts } from './dashboard-charts/dashboard-charts.tsx';
export { KanbanBoard } from './kanban/kanban-board.tsx';
export { StatusCharts } from './status-charts/status-charts.tsx';
