import type { PlatformListener } from '@/kernel/bus.ts';

export interface MailPlatformEvents {
  /** There are more of them, or fewer. */
  'mails.failed': null;
  /** The server will not have it. */
  'mail.refused': {
    kind: string;
    key: string;
    companyId: number | null;
    recipient: string;
    reason: string;
  };
}
declare module '@/kernel/bus.ts' {
  interface PlatformEventMap extends MailPlatformEvents {}
}

export const tellFailed: PlatformListener<'mails.failed'> = ({ kernel }) =>
  kernel.hub.deliverToAll({ channel: 'failedMails', data: null, canHear: (actor) => actor.super });
