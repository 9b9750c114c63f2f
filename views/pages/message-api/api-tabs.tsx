import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Tabs } from '../../ui/tabs.tsx';

export function ApiTabs({ active }: { active: 'messages' | 'tokens' }) {
  const t = useT();
  const tabs = [
    { key: 'messages', label: t('messageApi:tabs.messages'), href: paths.messageApi() },
    { key: 'tokens', label: t('messageApi:tabs.tokens'), href: paths.accessTokens() },
    { key: 'reference', label: t('messageApi:tabs.reference'), href: paths.apiReference() },
  ];
  return <Tabs label={t('messageApi:title')} tabs={tabs} active={active} />;
}
