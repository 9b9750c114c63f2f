import type { ReactNode } from 'react';
import { backupsPaths } from '@/modules/backups/backups-paths.schema.ts';
import type {
  FirstDayStep,
  FirstDayView,
  FirstStep,
  FirstStepsView,
  SetupGap,
  SetupHints,
} from '@/modules/first-steps/first-steps.views.ts';
import { mailPaths } from '@/modules/mail/mail-paths.schema.ts';
import { paths, queuePaths, withQuery } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { SHORTCUTS } from '../../parts/tickets/shortcuts.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Key } from '../../ui/key.tsx';

const TARGETS: Record<FirstStep, string> = {
  connection: paths.setupStep('number'),
  queue: paths.setupStep('queues'),
  person: paths.setupStep('people'),
  answer: withQuery(paths.tickets(), { status: 'pending' }),
};

/** Part of the page, because loading it later would move what is below. */
export function FirstStepsSlot({ hints }: { hints: SetupHints }) {
  return (
    <div
      id="first-steps"
      className="w-full max-w-sm"
      hx-get={paths.firstSteps()}
      hx-trigger="refresh:whatsapp from:document, refresh:queue from:document, refresh:user from:document"
      hx-target="this"
      hx-swap="innerHTML"
      hx-sync="this:replace"
    >
      <SetupHintList {...hints} />
    </div>
  );
}

export function SetupHintList({ steps, gaps, day }: SetupHints) {
  return (
    <>
      {day ? <FirstDay day={day} /> : null}
      {steps ? <FirstSteps steps={steps} /> : null}
      {gaps.length > 0 ? <SetupGaps gaps={gaps} /> : null}
    </>
  );
}

function FirstSteps({ steps }: { steps: FirstStepsView }) {
  const t = useT();
  return (
    <StepList title={t('firstSteps:title')}>
      {steps.map(({ key, isDone }) => (
        <Step key={key} isDone={isDone} text={t(`firstSteps:step.${key}`)}>
          <a id={`first-step-${key}`} href={TARGETS[key]} className="underline underline-offset-2">
            {t(`firstSteps:step.${key}`)}
          </a>
        </Step>
      ))}
      <li className="flex min-h-11 items-center">
        <a id="setup-path" href={paths.firstSteps()} className="link font-semibold">
          {t('firstSteps:open')}
        </a>
      </li>
    </StepList>
  );
}

const KEYS: Record<FirstDayStep, string> = {
  accept: SHORTCUTS.accept[0],
  reply: '/',
  transfer: SHORTCUTS.commands[0],
  snooze: SHORTCUTS.commands[0],
  resolve: SHORTCUTS.resolveNext[0],
};

function FirstDay({ day }: { day: FirstDayView }) {
  const t = useT();
  return (
    <StepList title={t('firstSteps:day.title')}>
      {day.map(({ key, isDone }) => (
        <Step key={key} isDone={isDone} text={t(`firstSteps:day.${key}`)}>
          <span id={`first-day-${key}`}>{t(`firstSteps:day.${key}`)}</span>
          <Key name={KEYS[key]} className="ml-auto pointer-coarse:hidden" />
        </Step>
      ))}
    </StepList>
  );
}

function StepList({ title, children }: { title: string; children: ReactNode }) {
  const t = useT();
  return (
    <section aria-labelledby="first-steps-title" className="panel mt-4 p-4 text-start">
      <header className="flex items-center justify-between gap-2">
        <h2 id="first-steps-title" className="font-semibold">
          {title}
        </h2>
        <IconButton
          icon="x"
          label={t('firstSteps:putAway')}
          hx-delete={paths.firstSteps()}
          hx-target="#first-steps"
          hx-swap="innerHTML"
        />
      </header>
      <ol>{children}</ol>
    </section>
  );
}

function Step({ isDone, text, children }: { isDone: boolean; text: string; children: ReactNode }) {
  const t = useT();
  return (
    <li className="flex min-h-11 items-center gap-3">
      <Icon
        name={isDone ? 'circle-check' : 'circle'}
        size={20}
        className={isDone ? 'text-primary' : 'text-muted'}
      />
      {isDone ? (
        <span className="text-muted line-through">
          {text}
          <span className="sr-only"> ({t('firstSteps:done')})</span>
        </span>
      ) : (
        children
      )}
    </li>
  );
}

const GAP_PAGES: Record<SetupGap['key'], string> = {
  queue: paths.connections(),
  agent: `${paths.users()}?queueId=none`,
  transfer: paths.connections(),
  absence: paths.connections(),
  queueAbsence: queuePaths.list(),
  backup: backupsPaths.list(),
  mail: mailPaths.failed(),
};

function SetupGaps({ gaps }: { gaps: SetupGap[] }) {
  const t = useT();
  return (
    <div className="mt-4">
      <section aria-labelledby="setup-gaps-title" className="notice tone-warning text-start">
        <Icon name="alert-triangle" size={18} />
        <div className="min-w-0">
          <h2 id="setup-gaps-title" className="font-semibold">
            {t('firstSteps:gaps.title')}
          </h2>
          <ul className="mt-1 flex flex-col gap-2 wrap-anywhere">
            {gaps.map(({ key, names, step }) => (
              <li key={key} data-gap={key}>
                {t(`firstSteps:gaps.${key}`, { names: names.join(', ') })}{' '}
                <a
                  href={step ? paths.setupStep(step) : GAP_PAGES[key]}
                  className="link font-semibold pointer-coarse:flex pointer-coarse:min-h-11 pointer-coarse:w-fit pointer-coarse:items-center"
                >
                  {t(`firstSteps:gaps.${key}Link`)}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </section>
    </div>
  );
}
