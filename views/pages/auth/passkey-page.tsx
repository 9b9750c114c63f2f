import { factorPaths } from '@/modules/factors/factor-paths.schema.ts';
import { Passkey } from '../../../islands/office/passkey/passkey.tsx';
import { useT } from '../../i18n.tsx';
import { Island } from '../../island.tsx';
import { Button } from '../../ui/button.tsx';
import { type Refusal, RefusalNotice } from './refusal.tsx';
import { WaysOut } from './ways-out.tsx';

export function PasskeyPage({ options, refusal }: { options: object; refusal: Refusal | undefined }) {
  const t = useT();
  return (
    <>
      <h1 className="font-bold text-2xl tracking-tight">{t('auth:passkey.title')}</h1>
      <p className="mt-1 mb-6 text-pretty text-muted">{t('auth:passkey.text')}</p>
      <form method="post" action={factorPaths.signIn()} className="flex flex-col gap-4">
        <RefusalNotice of={refusal} />
        <Island of={Passkey} name="passkey" namespaces={['factors']} props={{ act: 'get', options }} />
        <Button type="submit" variant="primary" icon="key" className="mt-1 w-full" autoFocus>
          {t('auth:passkey.submit')}
        </Button>
      </form>
      <WaysOut />
    </>
  );
}
