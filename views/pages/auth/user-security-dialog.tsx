import { securityPaths } from '@/modules/auth/security/security-paths.schema.ts';
import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, goesOnProven } from '../../ui/dialog.tsx';
import { Line } from './security-parts.tsx';

export type UserSecurityDialogProps = {
  userId: number;
  name: string;
  sessions: number;
  factors: { hasAuthenticator: boolean; passkeys: number };
};

export function UserSecurityDialog({ userId, name, sessions, factors }: UserSecurityDialogProps) {
  const t = useT();
  const hasFactor = factors.hasAuthenticator || factors.passkeys > 0;
  return (
    <Dialog id="user-security" title={t('auth:userSecurity.title', { name })}>
      <div className="-mx-4 divide-y divide-base-300">
        <Line
          title={t('auth:userSecurity.open')}
          text={
            sessions === 0
              ? t('auth:userSecurity.none')
              : t('auth:userSecurity.sessions', { count: sessions })
          }
        >
          <Button
            size="sm"
            {...goesOnProven('sign-out-user', 'click')}
            hx-delete={securityPaths.signOutUser(userId)}
            hx-swap="none"
            hx-disable="this"
            disabled={sessions === 0}
          >
            {t('auth:userSecurity.signOut')}
          </Button>
        </Line>
        <Line
          title={t('auth:security.factor')}
          text={t(hasFactor ? 'auth:userSecurity.lost' : 'auth:userSecurity.noFactor')}
        >
          {hasFactor ? (
            <Button
              size="sm"
              {...goesOnProven('take-factors', 'click')}
              hx-delete={securityPaths.factorsOfUser(userId)}
              hx-swap="none"
              hx-disable="this"
            >
              {t('auth:userSecurity.take')}
            </Button>
          ) : null}
        </Line>
      </div>
    </Dialog>
  );
}
