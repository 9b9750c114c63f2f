import { paths } from '@/paths.ts';
import { useI18n } from '../../i18n.tsx';
import { formatDate } from '../../parts/messages/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, goesOnProven } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icons/icon.tsx';

type InvitationDialogProps = {
  userId: number;
  invitation: { link: string | null; expiresAt: string; email: string; refusal: string | null } | undefined;
  /** 'down' while the mail server cannot be used. */
  mail: 'works' | 'down' | 'off';
};

export function InvitationDialog({ userId, invitation, mail }: InvitationDialogProps) {
  const { t, timeZone } = useI18n();
  const target = { 'hx-target': '#invitation-dialog', 'hx-swap': 'outerMorph', 'hx-disable': 'this' };
  const until = invitation && formatDate(invitation.expiresAt, { timeZone });
  return (
    <Dialog
      id="invitation-dialog"
      title={t('invitations:title')}
      footer={
        <>
          {invitation ? (
            <Button variant="ghost" hx-delete={paths.userInvitation(userId)} hx-swap="none" hx-disable="this">
              {t('invitations:revoke')}
            </Button>
          ) : null}
          <Button
            icon="rotate-ccw"
            hx-post={paths.userInvitation(userId)}
            {...target}
            {...goesOnProven('renew-invitation', 'click')}
          >
            {t(mail === 'works' ? 'invitations:renewAndSend' : 'invitations:renew')}
          </Button>
        </>
      }
    >
      {invitation?.link ? (
        <>
          {invitation.refusal !== null || mail === 'down' ? (
            <div role="status" className="notice tone-warning mb-3">
              <Icon name="alert-triangle" size={18} />
              <p className="wrap-anywhere">
                {invitation.refusal === null
                  ? t('invitations:mailDown')
                  : t('invitations:refused', { reason: invitation.refusal })}
              </p>
            </div>
          ) : null}
          <p>{t('invitations:copyHint', { email: invitation.email, until: until ?? '' })}</p>
          <output className="mt-3 block break-all font-mono text-sm">{invitation.link}</output>
          <Button
            variant="primary"
            icon="copy"
            className="mt-3"
            data-copy={invitation.link}
            data-copied={t('common:copied')}
          >
            {t('invitations:copy')}
          </Button>
        </>
      ) : (
        <p>{t('invitations:none')}</p>
      )}
    </Dialog>
  );
}
