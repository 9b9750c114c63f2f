export * from './announcements.ts';
export * from './billing.ts';
export * from './company-figures.ts';
export * from './helps.ts';
export * from './invitations.ts';
export * from './look.ts';
export * from './mail.ts';
export * from './platform.ts';
