import type { ReactNode } from 'react';
import { guidePaths } from '@/modules/guides/guides.schema.ts';
import { useT } from '../../i18n.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

type GuideHeaderProps = { title: string; q?: string; isNew?: boolean; children?: ReactNode };

/** The search is a plain GET form, so that it works without a script. */
export function GuideHeader({ title, q = '', isNew, children }: GuideHeaderProps) {
  const t = useT();
  return (
    <>
      <PageHeader title={title}>
        {children}
        <search className="min-w-0 grow">
          <form action={guidePaths.home()} method="get" className="flex gap-2">
            <SearchField name="q" label={t('guides:search')} defaultValue={q} className="min-w-0 grow" />
            <Button type="submit">{t('common:search')}</Button>
          </form>
        </search>
      </PageHeader>
      {isNew ? (
        <p className="mb-4">
          <LinkButton href={guidePaths.whatsNew()} icon="megaphone" size="sm">
            {t('guides:whatsNew')}
          </LinkButton>
        </p>
      ) : null}
    </>
  );
}
