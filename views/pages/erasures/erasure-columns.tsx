import type { CompanyErasureView, ErasureView } from '@/modules/erasures/erasures.views.ts';
import { type I18n, useT } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';

type Erasure = ErasureView | CompanyErasureView;
type Own<T> = { href: (id: number) => string; counted: (erasure: T) => string; about?: Column<T>[] };

export function erasureColumns<T extends Erasure>(
  i18n: I18n,
  { href, counted, about = [] }: Own<T>,
): Column<T>[] {
  const { t } = i18n;
  return [
    {
      key: 'askedAt',
      label: t('erasures:certificate.asked'),
      role: 'title',
      className: 'whitespace-nowrap',
      cell: ({ id, askedAt }) => (
        <a className="link" href={href(id)}>
          {formatMoment(askedAt, i18n)}
        </a>
      ),
    },
    {
      key: 'step',
      label: t('erasures:list.status'),
      role: 'side',
      cell: (erasure) => <State {...erasure} />,
    },
    ...about,
    { key: 'counts', label: t('erasures:certificate.erased'), role: 'detail', cell: counted },
    { key: 'who', label: t('erasures:list.who'), hide: 'narrow', cell: ({ userName }) => userName },
  ];
}

function State({ step, trouble }: Pick<Erasure, 'step' | 'trouble'>) {
  const t = useT();
  const [tone, key] =
    step === 'done'
      ? (['success', 'done'] as const)
      : trouble
        ? (['warning', 'waits'] as const)
        : (['info', 'runs'] as const);
  return <Badge tone={tone}>{t(`erasures:list.${key}`)}</Badge>;
}
