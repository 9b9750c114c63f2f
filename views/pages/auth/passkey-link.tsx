import { factorPaths } from '@/modules/factors/factor-paths.schema.ts';
import { useT } from '../../i18n.tsx';

export function PasskeyLink() {
  const t = useT();
  return (
    <a href={factorPaths.signIn()} className="text-center text-primary text-sm hover:underline">
      {t('auth:passkey.link')}
    </a>
  );
}
