import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { PasskeyLink } from './passkey-link.tsx';
import { type Refusal, RefusalNotice } from './refusal.tsx';
import { WaysOut } from './ways-out.tsx';

export function CodePage({
  refusal,
  takesPasskeys,
}: {
  refusal: Refusal | undefined;
  takesPasskeys: boolean;
}) {
  const t = useT();
  return (
    <>
      <h1 className="font-bold text-2xl tracking-tight">{t('auth:code.title')}</h1>
      <p className="mt-1 mb-6 text-pretty text-muted">{t('auth:code.text')}</p>
      <form noValidate method="post" action={paths.loginCode()} className="flex flex-col gap-4" data-once="">
        <RefusalNotice of={refusal} />
        <Field
          name="code"
          label={t('factors:code')}
          hint={t('factors:codeHint')}
          autoComplete="one-time-code"
          maxLength={64}
          autoFocus
          required
        />
        <Button type="submit" variant="primary" className="mt-1 w-full">
          {t('auth:login.submit')}
        </Button>
        {takesPasskeys ? <PasskeyLink /> : null}
      </form>
      <WaysOut />
    </>
  );
}
