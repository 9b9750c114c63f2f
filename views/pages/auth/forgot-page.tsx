import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';

/** Who can help: the desk sends no mail, so a person must. */
export function ForgotPage() {
  const t = useT();
  return (
    <>
      <h1 className="font-bold text-2xl tracking-tight">{t('auth:forgot.title')}</h1>
      <p className="mt-3 text-pretty text-muted">{t('auth:forgot.text')}</p>
      <p className="mt-6">
        <a href={paths.login()} className="font-semibold text-primary hover:underline">
          {t('auth:forgot.back')}
        </a>
      </p>
    </>
  );
}
