export { FileOptions } from './file-options/file-options.tsx';
export { QueueList } from './queue-list/queue-list.tsx';
export { QueueOptions } from './queue-options/queue-options.tsx';
export { Schedules } from './schedules/schedules.tsx';
