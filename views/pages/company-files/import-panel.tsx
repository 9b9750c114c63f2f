import type { ReactNode } from 'react';
import { backOfficePaths } from '@/modules/back-office/back-office-paths.schema.ts';
import type { ImportView } from '@/modules/company-files/company-files.views.ts';
import { companyFilePaths } from '@/modules/company-files/company-files-paths.schema.ts';
import { useI18n, useT } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';

export function ImportPanel({ state }: { state: ImportView }) {
  return (
    <section
      id="import-state"
      aria-live="polite"
      hx-get={companyFilePaths.imports()}
      hx-trigger="refresh:companyImport from:document"
      hx-select="#import-state > *"
      hx-sync="this:replace"
    >
      {state.at === 'nothing' ? null : (
        <div className="panel mb-4 flex flex-col gap-3 p-4">
          <Inside state={state} />
        </div>
      )}
    </section>
  );
}

function Inside({ state }: { state: Exclude<ImportView, In<'nothing'>> }) {
  switch (state.at) {
    case 'checking':
      return <Checking {...state} />;
    case 'checked':
      return <Checked {...state} />;
    case 'refused':
      return <Refused {...state} />;
    case 'done':
      return <Done {...state} />;
  }
}

type In<At extends ImportView['at']> = Extract<ImportView, { at: At }>;
const nameOf = (file: string) => file.split('/').at(-1) ?? file;

function Checking({ file, read }: In<'checking'>) {
  const { t } = useI18n();
  return (
    <>
      <p className="flex items-center gap-2">
        <Spinner />
        <span className="wrap-anywhere">
          {t('companyFiles:imports.checking', { name: nameOf(file), count: read })}
        </span>
      </p>
      <Buttons>
        <Drop label={t('common:cancel')} />
      </Buttons>
    </>
  );
}

function Checked(checked: In<'checked'>) {
  const i18n = useI18n();
  const { t, locale } = i18n;
  const { name, madeAt, version, messages, files, people, hasSecrets, leftOut, isNameTaken } = checked;
  const facts = [
    t('companyFiles:imports.made', {
      at: formatMoment(madeAt, i18n),
      version,
    }),
    t('companyFiles:imports.holds', {
      messages: messages.toLocaleString(locale),
      files: files.toLocaleString(locale),
      people: people.toLocaleString(locale),
    }),
    t(hasSecrets ? 'companyFiles:imports.withKeys' : 'companyFiles:imports.withoutKeys'),
  ];
  return (
    <>
      <h3 className="wrap-anywhere font-semibold">{t('companyFiles:imports.whole', { name })}</h3>
      <ul className="flex flex-col gap-1 text-sm">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {isNameTaken ? <Warning text={t('companyFiles:imports.nameTaken', { name })} /> : null}
      <LeftOut emails={leftOut} />
      <Buttons>
        <Drop label={t('companyFiles:imports.drop')} />
        <Button variant="primary" {...opensDialog(companyFilePaths.takeOver())}>
          {t('companyFiles:imports.takeOver')}
        </Button>
      </Buttons>
    </>
  );
}

function Refused({ file, reason, refusal }: In<'refused'>) {
  const t = useT();
  const why = refusal ? `companyFiles:refused.${refusal}` : `companyFiles:importReason.${reason}`;
  return (
    <>
      <h3 className="wrap-anywhere font-semibold">
        {t('companyFiles:imports.refused', { name: nameOf(file) })}
      </h3>
      <Warning text={t(why)} />
      <Buttons>
        <Drop label={t('common:close')} />
      </Buttons>
    </>
  );
}

function Done({ companyId, name, people, leftOut }: In<'done'>) {
  const t = useT();
  return (
    <>
      <h3 className="wrap-anywhere font-semibold">
        {t('companyFiles:imports.done', { name, count: people })}
      </h3>
      {people > 0 ? <p className="text-pretty text-sm">{t('companyFiles:imports.next')}</p> : null}
      <LeftOut emails={leftOut} />
      <Buttons>
        <Drop label={t('common:close')} />
        <LinkButton variant="primary" href={backOfficePaths.company(companyId)}>
          {t('companyFiles:imports.open')}
        </LinkButton>
      </Buttons>
    </>
  );
}

const MAX_SHOWN = 20;

function LeftOut({ emails }: { emails: string[] }) {
  const t = useT();
  if (emails.length === 0) return null;
  const more = emails.length - MAX_SHOWN;
  return (
    <div className="text-sm">
      <p className="text-pretty">{t('companyFiles:imports.leftOut', { count: emails.length })}</p>
      <p className="wrap-anywhere text-muted">
        {emails.slice(0, MAX_SHOWN).join(', ')}
        {more > 0 ? ` ${t('companyFiles:imports.andMore', { count: more })}` : ''}
      </p>
    </div>
  );
}

function Warning({ text }: { text: string }) {
  return (
    <p className="notice tone-warning">
      <Icon name="alert-triangle" size={18} />
      <span>{text}</span>
    </p>
  );
}

function Buttons({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-2">{children}</div>;
}

function Drop({ label }: { label: string }) {
  return (
    <Button variant="ghost" hx-delete={companyFilePaths.imports()} hx-swap="none">
      {label}
    </Button>
  );
}
