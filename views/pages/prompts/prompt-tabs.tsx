import { promptPaths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Tabs } from '../../ui/tabs.tsx';

export function PromptTabs({ active }: { active: 'prompts' | 'assistant' | 'usage' }) {
  const t = useT();
  const tabs = [
    { key: 'prompts', label: t('prompts:title'), href: promptPaths.list() },
    { key: 'assistant', label: t('prompts:assistant'), href: promptPaths.assistant() },
    { key: 'usage', label: t('prompts:usage.title'), href: promptPaths.usage() },
  ];
  return <Tabs label={t('prompts:parts')} tabs={tabs} active={active} />;
}
