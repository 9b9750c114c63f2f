import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';

export function ConfirmEmailPage({ action }: { action: string }) {
  const t = useT();
  return (
    <>
      <h1 className="font-bold text-2xl tracking-tight">{t('signUp:confirmPage.title')}</h1>
      <p className="mt-1 mb-6 text-pretty text-muted">{t('signUp:confirmPage.text')}</p>
      <form method="post" action={action} data-once="">
        <Button type="submit" variant="primary" className="w-full">
          {t('signUp:confirmPage.submit')}
        </Button>
      </form>
    </>
  );
}
