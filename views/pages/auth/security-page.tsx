import type { ReactNode } from 'react';
import { factorPaths } from '@/modules/factors/factor-paths.schema.ts';
import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export type SecurityPageProps = {
  factors: { hasAuthenticator: boolean; passkeys: number; recoveryCodes: number };
};

export function SecurityPage({ factors }: SecurityPageProps) {
  const t = useT();
  return (
    <>
      <PageHeader title={t('auth:security.title')} text={t('auth:security.text')} />
      <div
        id="security"
        className="max-w-3xl"
        hx-get={paths.security()}
        hx-trigger="refresh:security from:document"
        hx-select="#security"
        hx-target="this"
        hx-swap="outerMorph"
      >
        <SecondFactor {...factors} />
      </div>
    </>
  );
}

function SecondFactor({ hasAuthenticator, passkeys, recoveryCodes }: SecurityPageProps['factors']) {
  const t = useT();
  const hasFactor = hasAuthenticator || passkeys > 0;
  return (
    <Section title={t('auth:security.factor')} text={t('auth:security.factorText')}>
      <Line
        title={t('factors:authenticator.title')}
        text={t('factors:authenticator.text')}
        mark={hasAuthenticator ? <Badge tone="success">{t('factors:on')}</Badge> : null}
      >
        {hasAuthenticator ? (
          <Button size="sm" {...opensDialog(factorPaths.removeAuthenticator())}>
            {t('factors:switchOff.submit')}
          </Button>
        ) : (
          <Button size="sm" variant="primary" {...opensDialog(factorPaths.authenticator())}>
            {t('factors:authenticator.switchOn')}
          </Button>
        )}
      </Line>
      {hasFactor ? (
        <Line
          title={t('factors:recovery.title')}
          text={t('factors:recovery.left', { count: recoveryCodes })}
          mark={recoveryCodes < 3 ? <Badge tone="warning">{t('factors:recovery.few')}</Badge> : null}
        >
          <Button size="sm" {...opensDialog(factorPaths.recoveryCodes())}>
            {t('factors:newCodes.submit')}
          </Button>
        </Line>
      ) : null}
    </Section>
  );
}

type SectionProps = { title: string; text: string; children: ReactNode };

function Section({ title, text, children }: SectionProps) {
  return (
    <section className="mb-6">
      <h2 className="font-semibold">{title}</h2>
      <p className="text-pretty text-muted text-sm">{text}</p>
      <div className="panel mt-3 divide-y divide-base-300">{children}</div>
    </section>
  );
}

type LineProps = { title: string; text: ReactNode; mark?: ReactNode; children?: ReactNode };

function Line({ title, text, mark, children }: LineProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-64">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {title}
          {mark}
        </p>
        <p className="text-pretty text-muted text-sm">{text}</p>
      </div>
      {children}
    </div>
  );
}
