import { onOneNode } from '@/core/events.ts';
import { defineModule } from '@/core/module.ts';
import { invitationsPages } from './invitations.pages.tsx';
import { createInvitationMails, forgetInvitation, inviteUser } from './invitations.service.ts';
import { reportBounced } from './report-bounced.listener.ts';

const errors = {
  ERR_INVITATION_INVALID: 404,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const invitations = defineModule<{
  errors: keyof Errors;
  services: 'invitationMails';
  platformEvents: 'mail.refused';
}>({
  name: 'invitations',
  errors,
  services: { invitationMails: createInvitationMails },
  pages: invitationsPages,
  platformListeners: { 'mail.refused': onOneNode(reportBounced) },
  steps: {
    'user.invited': async (scope, user) => void (await inviteUser(scope, user)),
    'user.signedOut': forgetInvitation,
  },
});
