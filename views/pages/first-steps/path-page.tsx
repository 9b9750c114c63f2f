import type { ReactNode } from 'react';
import type { SetupCheck, SetupPath } from '@/modules/first-steps/first-steps.views.ts';
import { SETUP_STEPS, type SetupStep } from '@/modules/first-steps/setup-path.schema.ts';
import type { UserListItemView } from '@/modules/users/users.views.ts';
import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { refreshTrigger } from '../../ui/live-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { NumberStep, PeopleStep, TestStep } from './live-steps.tsx';

export { QueuesStep, TextsStep } from './form-steps.tsx';

type StateProps = {
  step: SetupStep;
  path: SetupPath;
  number: string | null;
  link: string | null;
  qr: { size: number; path: string } | null;
  people: UserListItemView[];
};

const REFRESHED_BY = ['whatsapp', 'whatsappSession', 'queue', 'user', 'settings', 'companyHours', 'ticket'];

export function PathPage({ form, ...state }: StateProps & { form: ReactNode }) {
  const t = useT();
  return (
    <>
      <PageHeader title={t('firstSteps:path.title')} text={t('firstSteps:path.text')} />
      <div className="setup">
        <div
          className="contents"
          hx-get={paths.setupState(state.step)}
          hx-trigger={`${refreshTrigger(REFRESHED_BY)}, every 10s`}
          hx-target="this"
          hx-swap="innerMorph"
          hx-sync="this:replace"
        >
          <PathState {...state} />
        </div>
        <div className="setup-form">{form}</div>
      </div>
    </>
  );
}

/** All but the forms, whose unsaved texts a refresh must not touch. */
export function PathState({ step, path, ...more }: StateProps) {
  const t = useT();
  const at = SETUP_STEPS.indexOf(step);
  const check = path.checks[step];
  return (
    <>
      <nav aria-label={t('firstSteps:path.steps')} className="setup-nav">
        <ol>
          {SETUP_STEPS.map((key, n) => (
            <li key={key}>
              <a
                id={`setup-to-${key}`}
                href={paths.setupStep(key)}
                aria-current={key === step ? 'step' : undefined}
                data-done={path.checks[key].isDone || undefined}
              >
                <Icon name={path.checks[key].isDone ? 'circle-check' : 'circle'} size={20} />
                <span>
                  {n + 1}. {t(`firstSteps:path.${key}.title`)}
                </span>
                {path.checks[key].isDone ? <span className="sr-only"> ({t('firstSteps:done')})</span> : null}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <section className="setup-step panel" aria-labelledby="setup-title">
        <h2 id="setup-title" className="font-semibold text-lg">
          {t(`firstSteps:path.${step}.title`)}
        </h2>
        <p className="text-pretty text-muted">{t(`firstSteps:path.${step}.text`)}</p>
        <Verdict step={step} check={check} />
        {step === 'number' ? <NumberStep connections={path.connections} /> : null}
        {step === 'people' ? <PeopleStep people={more.people} /> : null}
        {step === 'test' ? <TestStep arrival={path.arrival} {...more} /> : null}
      </section>
      <footer className="setup-way">
        {at > 0 ? (
          <LinkButton icon="arrow-left" href={paths.setupStep(SETUP_STEPS[at - 1] ?? 'number')}>
            {t('firstSteps:path.back')}
          </LinkButton>
        ) : null}
        <LinkButton
          id="setup-next"
          variant={check.isDone ? 'primary' : undefined}
          className="ms-auto"
          href={at + 1 < SETUP_STEPS.length ? paths.setupStep(SETUP_STEPS[at + 1] ?? 'test') : paths.home()}
        >
          {at + 1 < SETUP_STEPS.length
            ? t(check.isDone ? 'firstSteps:path.next' : 'firstSteps:path.skip')
            : t('firstSteps:path.end')}
        </LinkButton>
      </footer>
    </>
  );
}

function Verdict({ step, check }: { step: SetupStep; check: SetupCheck }) {
  const t = useT();
  return (
    <p
      role="status"
      data-check={check.isDone ? 'done' : check.why}
      className={`notice ${check.isDone ? 'tone-success' : 'tone-warning'}`}
    >
      <Icon name={check.isDone ? 'circle-check' : 'alert-triangle'} size={18} />
      <span className="min-w-0">
        {check.isDone
          ? t(`firstSteps:path.${step}.done`)
          : t(`firstSteps:why.${check.why}`, { names: check.names.join(', ') })}
      </span>
    </p>
  );
}
