export * from './announcements.ts';
export * from './platform.ts';
