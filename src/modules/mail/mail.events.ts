import type { PlatformListener } from '@/core/events.ts';

export interface MailPlatformEvents {
  'mails.failed': null;
  'mail.refused': {
    kind: string;
    key: string;
    companyId: number | null;
    recipient: string;
    reason: string;
  };
}
declare module '@/core/events.ts' {
  interface PlatformEventMap extends MailPlatformEvents {}
}

export const publishFailed: PlatformListener<'mails.failed'> = ({ kernel }) =>
  kernel.hub.deliverToAll({ channel: 'failedMails', data: null, canReceive: (actor) => actor.super });
