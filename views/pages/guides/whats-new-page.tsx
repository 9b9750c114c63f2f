import type { GuideText } from '@/modules/guides/guide-text.logic.ts';
import { guidePaths } from '@/modules/guides/guides.schema.ts';
import { useT } from '../../i18n.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { GuideArticle } from './guide-page.tsx';

export function WhatsNewPage({ text }: { text: GuideText }) {
  const t = useT();
  return (
    <div className="guide">
      <PageHeader title={t('guides:whatsNew')}>
        <LinkButton href={guidePaths.home()}>{t('guides:all')}</LinkButton>
      </PageHeader>
      <GuideArticle text={text} />
    </div>
  );
}
