import type { ReactNode } from 'react';
import type { RuleRunView, RuleTrialView, RuleView } from '@/modules/rules/rules.views.ts';
import { paths } from '@/paths.ts';
import { ticketPath } from '@/ticket-path.ts';
import { useI18n, useT } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { ruleText } from './rule-text.ts';

export function DeleteRuleDialog({ rule }: { rule: RuleView }) {
  const t = useT();
  return (
    <ConfirmDialog
      id="rule-delete"
      title={t('rules:delete', { name: rule.name })}
      what={rule.name}
      text={
        <>
          {t('common:confirmDelete')} {t('rules:deleteHint')}
        </>
      }
      action={paths.rule(rule.id)}
    />
  );
}

export function TrialDialog({ rule, trial }: { rule: RuleView; trial: RuleTrialView }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { looked: inspected, tickets } = trial;
  return (
    <Dialog id="rule-trial" title={t('rules:try.title', { name: rule.name })}>
      <p className="wrap-anywhere text-pretty text-muted text-sm">{ruleText(rule, i18n)}</p>
      <p className="mt-3 font-medium">{t('rules:try.found', { found: tickets.length, looked: inspected })}</p>
      <ul className="mt-2 flex flex-col">
        {tickets.map((ticket) => (
          <TicketLine key={ticket.id} ticket={ticket}>
            <Badge>{t(`rules:try.status.${ticket.status}`)}</Badge>
          </TicketLine>
        ))}
      </ul>
      <p className="mt-3 text-muted text-sm">{t('rules:try.hint')}</p>
    </Dialog>
  );
}

export function RunsDialog({ rule, runs }: { rule: RuleView; runs: RuleRunView[] }) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <Dialog id="rule-runs" title={t('rules:runsOf', { name: rule.name })}>
      <p className="wrap-anywhere text-pretty text-muted text-sm">{ruleText(rule, i18n)}</p>
      <ul className="mt-2 flex flex-col">
        {runs.map(({ id, ticketId, uuid, contact, at }) => (
          <TicketLine key={id} ticket={{ id: ticketId, uuid, contact }}>
            <time dateTime={at} className="shrink-0 whitespace-nowrap text-muted text-sm tabular-nums">
              {formatMoment(at, i18n)}
            </time>
          </TicketLine>
        ))}
      </ul>
      {rule.runs > runs.length ? (
        <p className="mt-3 text-muted text-sm">{t('rules:latestRuns', { count: runs.length })}</p>
      ) : null}
    </Dialog>
  );
}

type TicketLineProps = { ticket: { id: number; uuid: string; contact: string }; children: ReactNode };

function TicketLine({ ticket: { id, uuid, contact }, children }: TicketLineProps) {
  return (
    <li>
      <a
        href={ticketPath(uuid)}
        className="flex min-h-11 items-center justify-between gap-3 rounded-field px-2 hover:bg-base-200"
      >
        <span className="min-w-0 truncate">
          <bdi>{contact}</bdi> <span className="text-muted text-sm">#{id}</span>
        </span>
        {children}
      </a>
    </li>
  );
}
