export * from './connections.ts';
export * from './contacts.ts';
export * from './desk.ts';
export * from './messages.ts';
export * from './people.ts';
export * from './rules.ts';
export * from './tickets.ts';
