import type { ReportLine, Reports } from '@/modules/dashboard/dashboard.views.ts';
import { type Translate, useT } from '../../i18n.tsx';
import { type Column, DataRows, TableHead } from '../../ui/data-table.tsx';
import { type Sorted, SortText } from '../../ui/sorted.tsx';
import { RenderedState } from '../../ui/state-markup.tsx';
import { duration } from './figures.ts';

const BY = ['queues', 'agents', 'connections'] as const;
const SORTED: Sorted = { by: 'tickets', column: 'tickets' };

export function ReportTables({ reports }: { reports: Reports }) {
  const t = useT();
  return (
    <section aria-labelledby="dash-times" className="dash-reports">
      <h2 id="dash-times" className="dash-title">
        {t('dashboard:times.title')}
        <small>{t('dashboard:times.hint')}</small>
      </h2>
      {BY.map((by) => (
        <ReportTable key={by} by={by} lines={reports[by]} />
      ))}
    </section>
  );
}

type LineOf = ReportLine & { key: string };

function ReportTable({ by, lines }: { by: (typeof BY)[number]; lines: ReportLine[] }) {
  const t = useT();
  const columns = columnsOf(t);
  const items = lines.map((line) => ({
    ...line,
    key: String(line.id),
    name: line.name || t(`dashboard:none.${by}`),
  }));
  return (
    <div className="panel overflow-x-auto">
      <table className="data-table">
        <caption className="dash-caption">
          {t(`dashboard:by.${by}`)} <SortText id={`dash-${by}-sorted`} sorted={SORTED} columns={columns} />
        </caption>
        <TableHead columns={columns} sorted={SORTED} />
        <tbody>
          <DataRows
            columns={columns}
            items={items}
            keyOf={({ key }) => key}
            next={null}
            empty={
              <RenderedState icon="clock" title={t('dashboard:nothing')} text={t('dashboard:nothingHint')} />
            }
          />
        </tbody>
      </table>
    </div>
  );
}

function columnsOf(t: Translate): Column<LineOf>[] {
  const time = (
    key: 'avgWaitTime' | 'avgAnswerTime' | 'avgResolutionTime',
    label: string,
  ): Column<LineOf> => ({
    key,
    label: t(`dashboard:times.${label}`),
    align: 'end',
    cell: (line) => duration(line[key], t),
  });
  return [
    { key: 'name', label: t('common:name'), role: 'title', cell: ({ name }) => name },
    {
      key: 'tickets',
      label: t('dashboard:times.tickets'),
      align: 'end',
      role: 'side',
      cell: ({ tickets }) => tickets,
    },
    time('avgWaitTime', 'wait'),
    time('avgAnswerTime', 'answer'),
    time('avgResolutionTime', 'resolution'),
  ];
}
