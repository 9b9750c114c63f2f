export { DashboardCharts } from './dashboard-charts/dashboard-charts.tsx';
export { KanbanBoard } from './kanban/kanban-board.tsx';
export { StatusCharts } from './status-charts/status-charts.tsx';
