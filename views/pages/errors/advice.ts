import { useBranding } from '../../branding.tsx';
import { useT } from '../../i18n.tsx';

const ADVICE: Record<string, string> = {
  ERR_NO_PERMISSION: 'errors:askAdmin',
  ERR_SUBSCRIPTION_EXPIRED: 'errors:askAdminToPay',
};

/** For people who may not lift the refusal themselves; '' for none. */
export function useAdvice(code: string): string {
  const t = useT();
  const { support } = useBranding();
  if (code === 'ERR_COMPANY_DISABLED') return support && t('auth:support', { support });
  const key = ADVICE[code];
  return key ? t(key) : '';
}
