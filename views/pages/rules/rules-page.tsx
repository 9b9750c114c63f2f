import type { RuleView } from '@/modules/rules/rules.views.ts';
import { paths } from '@/paths.ts';
import { type Translate, useI18n, useT } from '../../i18n.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { RowActions, RowName } from '../../ui/row-actions.tsx';
import { RowSwitch } from '../../ui/row-switch.tsx';
import { goneParts, ruleText } from './rule-text.ts';

type RulesPageProps = { shows: 'page' | 'rows'; rules: RuleView[] };

export function RulesPage({ shows, rules }: RulesPageProps) {
  const t = useT();
  return (
    <ListPage
      shows={shows}
      name="rule"
      title={t('rules:title')}
      text={t('rules:text')}
      href={paths.rules()}
      refresh={['rule', 'tag', 'quickmessage', 'queue', 'user']}
      swap="innerMorph"
      add={{ label: t('rules:add'), href: paths.newRule() }}
      sorted={{ by: 'turn', column: 'work' }}
      columns={columnsOf(t, rules)}
      items={rules}
      empty={{ icon: 'sparkles', title: t('rules:empty.title'), text: t('rules:empty.text') }}
    />
  );
}

function columnsOf(t: Translate, rules: RuleView[]): Column<RuleView>[] {
  return [
    {
      key: 'name',
      label: t('rules:name'),
      role: 'title',
      cell: ({ id, name }) => <RowName dialog={paths.editRule(id)}>{name}</RowName>,
    },
    {
      key: 'what',
      label: t('rules:what'),
      isLabelled: false,
      className: 'min-[600px]:min-w-56',
      cell: (rule) => <Sentence rule={rule} />,
    },
    {
      key: 'runs',
      label: t('rules:runs'),
      role: 'detail',
      isLabelled: true,
      align: 'center',
      className: 'min-[600px]:max-[1099px]:hidden',
      cell: ({ id, name, runs }) =>
        runs === 0 ? (
          runs
        ) : (
          <RowName dialog={paths.ruleRuns(id)}>
            <span className="underline underline-offset-2">{runs}</span>
            <span className="sr-only"> {t('rules:runsOf', { name })}</span>
          </RowName>
        ),
    },
    {
      key: 'active',
      label: t('rules:active'),
      role: 'side',
      align: 'center',
      cell: ({ id, name, isActive }) => (
        <RowSwitch
          id={`rule-${id}-active`}
          label={t('rules:switch', { name })}
          isOn={isActive}
          href={paths.switchRule(id)}
        />
      ),
    },
    {
      key: 'work',
      label: t('rules:order'),
      isLabelled: false,
      className: 'whitespace-nowrap',
      cell: (rule) => <WorkButtons rule={rule} isFirst={rule === rules[0]} isLast={rule === rules.at(-1)} />,
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: ({ id, name }) => (
        <RowActions
          id={`rule-${id}`}
          name={name}
          edit={{ label: t('rules:edit', { name }), href: paths.editRule(id) }}
          remove={{ label: t('rules:delete', { name }), href: paths.confirmDeleteRule(id) }}
        />
      ),
    },
  ];
}

function Sentence({ rule }: { rule: RuleView }) {
  const i18n = useI18n();
  const { t } = i18n;
  const gone = goneParts(rule);
  return (
    <div className="wrap-anywhere whitespace-normal text-pretty text-sm">
      {ruleText(rule, i18n)}
      {gone > 0 ? (
        <div className="mt-1">
          <Badge tone="warning">{t('rules:hasGone', { count: gone })}</Badge>
        </div>
      ) : null}
    </div>
  );
}

type WorkButtonsProps = { rule: RuleView; isFirst: boolean; isLast: boolean };

function WorkButtons({ rule: { id, name }, isFirst, isLast }: WorkButtonsProps) {
  const t = useT();
  const moves = (to: 'up' | 'down') => ({
    id: `rule-${id}-${to}`,
    label: t(`rules:move.${to}`, { name }),
    'hx-post': paths.moveRule(id),
    'hx-vals': JSON.stringify({ to }),
    'hx-swap': 'none',
    className: 'disabled:opacity-40',
  });
  return (
    <span className="inline-flex items-center gap-1">
      <IconButton icon="arrow-up" {...moves('up')} disabled={isFirst} />
      <IconButton icon="arrow-down" {...moves('down')} disabled={isLast} />
      <Button id={`rule-${id}-try`} size="sm" icon="play" {...opensDialog(paths.tryRule(id))}>
        {t('rules:try.button')}
        <span className="sr-only"> {name}</span>
      </Button>
    </span>
  );
}
