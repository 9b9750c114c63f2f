import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';

export function WaysOut({ showRegister = false }: { showRegister?: boolean }) {
  const t = useT();
  return (
    <>
      <p className="mt-6 text-center text-sm">
        <a href={paths.login()} className="font-semibold text-primary hover:underline">
          {t('passwordReset:back')}
        </a>
      </p>
      {showRegister ? (
        <p className="mt-3 text-center text-muted text-sm">
          {t('auth:login.noAccount')}{' '}
          <a href={paths.signUp()} className="font-semibold text-primary underline-offset-4 hover:underline">
            {t('auth:login.register')}
          </a>
        </p>
      ) : null}
    </>
  );
}
