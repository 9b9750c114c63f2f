import type { NodeView } from '@/modules/status/status.views.ts';
import { statusPaths } from '@/modules/status/status-paths.schema.ts';
import { useI18n } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/fields/field.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { megabytes, percent, whole } from './figures.ts';

export function NodesPanel({ nodes }: { nodes: NodeView[] }) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <div className="panel flex flex-col gap-2 p-4">
      <h2 className="font-semibold">{t('status:nodes.title', { count: nodes.length })}</h2>
      <ul className="flex flex-col divide-y divide-base-300">
        {nodes.map(({ id, url, version, startedAt, isThis, isLeaving, companies, load }) => (
          <li key={id} data-node={id} className="flex flex-col gap-1 py-2">
            <p className="wrap-anywhere font-medium">
              {url}
              {isThis ? <span className="text-muted text-sm"> · {t('status:nodes.this')}</span> : null}
              {isLeaving ? (
                <span className="text-sm text-warning"> · {t('status:nodes.leaving')}</span>
              ) : null}
            </p>
            <p className="text-muted text-sm">
              {[
                t('status:nodes.companies', { count: companies }),
                ...(load
                  ? [
                      t('status:nodes.processor', { share: percent(load.processor, i18n) }),
                      megabytes(load.memoryBytes, i18n),
                      t('status:nodes.delay', { ms: whole(load.loopDelayMs, i18n) }),
                    ]
                  : []),
                t('status:nodes.since', {
                  version,
                  at: formatMoment(startedAt, i18n),
                }),
              ].join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

type MoveCompanyProps = {
  nodes: NodeView[];
  values: Record<string, string>;
  errors: Record<string, string>;
};

export function MoveCompany({ nodes, values, errors }: MoveCompanyProps) {
  const { t } = useI18n();
  return (
    <section id="move-company" aria-labelledby="move-title" className="mb-6">
      <h2 id="move-title" className="font-semibold">
        {t('status:nodes.move')}
      </h2>
      <p className="mb-3 text-muted text-sm">{t('status:nodes.moveHint')}</p>
      <form
        noValidate
        hx-post={statusPaths.move()}
        hx-target="#move-company"
        hx-swap="outerMorph"
        hx-disable="find button[type=submit]"
        className="panel flex flex-col gap-3 p-4"
      >
        <div className="grid gap-3 sm:grid-cols-2">
          <NumberField
            name="company"
            label={t('status:nodes.company')}
            value={values.company ?? ''}
            error={errors.company}
            required
          />
          <Select
            name="nodeId"
            label={t('status:nodes.to')}
            defaultValue={values.nodeId ?? ''}
            error={errors.nodeId}
            options={[
              { value: '', label: t('status:nodes.anywhere') },
              ...nodes.map(({ id, url }) => ({ value: id, label: url })),
            ]}
          />
        </div>
        <Button type="submit" variant="primary" className="self-end">
          {t('status:nodes.moveNow')}
        </Button>
      </form>
    </section>
  );
}
