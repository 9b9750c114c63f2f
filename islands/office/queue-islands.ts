/** One file, since each that is loaded later costs the first script of every page its name. */
export { QueueList } from './queue-list/queue-list.tsx';
export { QueueOptions } from './queue-options/queue-options.tsx';
