import {
  type Figure,
  REPORT_SORTS,
  type ReportSort,
  type ViewFilter,
} from '@/modules/dashboard/dashboard.schema.ts';
import type { ReportLine, Reports } from '@/modules/dashboard/dashboard.views.ts';
import { paths } from '@/paths.ts';
import { type Translate, useT } from '../../i18n.tsx';
import { type Column, DataRows, TableHead } from '../../ui/data-table.tsx';
import { Select } from '../../ui/fields/field.tsx';
import { type Sorted, SortText } from '../../ui/sorted.tsx';
import { RenderedState } from '../../ui/state-markup.tsx';
import { FigureLink, Time } from './figure-link.tsx';
import { figureHref } from './figures.ts';

const BY = ['queues', 'agents', 'connections'] as const;
type ReportTablesProps = { reports: Reports; sort: ReportSort; filter: ViewFilter };

export function ReportTables({ reports, sort, filter }: ReportTablesProps) {
  const t = useT();
  return (
    <section aria-labelledby="dash-times" className="dash-reports">
      <h2 id="dash-times" className="dash-title">
        {t('dashboard:times.title')}
        <small>{t('dashboard:times.hint')}</small>
      </h2>
      <SortField sort={sort} />
      {BY.map((by) => (
        <ReportTable key={by} by={by} lines={reports[by]} sorted={sortedBy(sort)} filter={filter} />
      ))}
    </section>
  );
}

/** Headers are not shown on a phone, so that the order is chosen here at all widths. */
function SortField({ sort }: { sort: ReportSort }) {
  const t = useT();
  const labels = Object.fromEntries(columnsOf(t, () => '').map(({ key, label }) => [key, label]));
  return (
    <Select
      name="sort"
      label={t('dashboard:times.sort')}
      className="dash-sort"
      defaultValue={sort}
      options={REPORT_SORTS.map((value) => ({ value, label: labels[value] ?? value }))}
      hx-get={paths.home()}
      hx-trigger="change"
      hx-include=".dash-filter"
      hx-target="#dashboard-numbers"
      hx-swap="innerMorph"
      hx-replace-url="true"
    />
  );
}

function sortedBy(sort: ReportSort): Sorted {
  const by = sort === 'tickets' || sort === 'name' ? sort : 'slowest';
  return { by, column: sort };
}

const KEYS = { queues: 'queueId', agents: 'userId', connections: 'whatsappId' } as const;

type HrefOf = (of: Figure, line: ReportLine) => string;
type LineOf = ReportLine & { key: string };

type ReportTableProps = { by: (typeof BY)[number]; lines: ReportLine[]; sorted: Sorted; filter: ViewFilter };

function ReportTable({ by, lines, sorted, filter }: ReportTableProps) {
  const t = useT();
  const hrefOf = (of: Figure, { id }: ReportLine) => figureHref(of, filter, { [KEYS[by]]: id ?? 'none' });
  const columns = columnsOf(t, hrefOf);
  const items = lines.map((line) => ({
    ...line,
    key: String(line.id),
    name: line.name || t(`dashboard:none.${by}`),
  }));
  return (
    <div className="panel relative overflow-x-auto">
      <table className="data-table">
        <caption className="dash-caption">
          {t(`dashboard:by.${by}`)} <SortText id={`dash-${by}-sorted`} sorted={sorted} columns={columns} />
        </caption>
        <TableHead columns={columns} sorted={sorted} />
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

function columnsOf(t: Translate, hrefOf: HrefOf): Column<LineOf>[] {
  const time = (
    key: 'avgWaitTime' | 'avgAnswerTime' | 'avgResolutionTime',
    label: 'wait' | 'answer' | 'resolution',
  ): Column<LineOf> => ({
    key,
    label: t(`dashboard:times.${label}`),
    align: 'end',
    cell: (line) => (
      <Time
        minutes={line[key]}
        href={hrefOf(label, line)}
        of={`${line.name}, ${t(`dashboard:times.${label}`)}`}
      />
    ),
  });
  return [
    { key: 'name', label: t('common:name'), role: 'title', cell: ({ name }) => name },
    {
      key: 'tickets',
      label: t('dashboard:times.tickets'),
      align: 'end',
      role: 'side',
      cell: (line) => (
        <FigureLink href={hrefOf('attended', line)} of={`${line.name}, ${t('dashboard:times.tickets')}`}>
          {line.tickets}
        </FigureLink>
      ),
    },
    time('avgWaitTime', 'wait'),
    time('avgAnswerTime', 'answer'),
    time('avgResolutionTime', 'resolution'),
  ];
}
