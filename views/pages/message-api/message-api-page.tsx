import type { ApiCall } from '@/modules/message-api/message-api.views.ts';
import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, TextArea } from '../../ui/fields/field.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ApiTabs } from './api-tabs.tsx';
import { CallsList } from './calls-list.tsx';
import { examplesOf, type Method } from './examples.ts';

type MessageApiPageProps = { shows: 'page' | 'rows'; calls: ApiCall[]; address: string };

export function MessageApiPage({ shows, calls, address }: MessageApiPageProps) {
  const t = useT();
  if (shows === 'rows') return <CallsList shows="rows" calls={calls} />;
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-8">
      <div>
        <ApiTabs active="messages" />
        <PageHeader title={t('messageApi:title')} text={t('messageApi:text')} />
        <Notes address={address} />
      </div>
      <MethodSection method="text" address={address}>
        <TextTestForm />
      </MethodSection>
      <MethodSection method="media" address={address}>
        <MediaTestForm />
      </MethodSection>
      <section>
        <CallsList shows="page" calls={calls} />
      </section>
    </div>
  );
}

const NUMBER_PARTS = ['country', 'area', 'subscriber'];
const EXTRAS = [
  'medias',
  'numbers',
  'queueId',
  'userId',
  'closeTicket',
  'sendSignature',
  'quoted',
  'sendAt',
  'variables',
  'Idempotency-Key',
  'RateLimit',
];

function Notes({ address }: { address: string }) {
  const t = useT();
  return (
    <section aria-labelledby="api-notes" className="panel flex flex-col gap-3 p-4 text-sm">
      <h2 id="api-notes" className="font-semibold text-base">
        {t('messageApi:notes.title')}
      </h2>
      <p>
        {t('messageApi:notes.token')}{' '}
        <a href={paths.connections()} className="flex min-h-11 items-center underline underline-offset-2">
          {t('messageApi:notes.connections')}
        </a>
      </p>
      <p>{t('messageApi:notes.number')} </p>
      <ul className="list-disc pl-6">
        {NUMBER_PARTS.map((part) => (
          <li key={part}>{t(`messageApi:notes.parts.${part}`)}</li>
        ))}
      </ul>
      <p>
        <strong>{t('messageApi:notes.endpoint')}</strong> <code className="wrap-anywhere">{address}</code>
      </p>
      <details>
        <summary className="min-h-11 cursor-pointer content-center font-medium">
          {t('messageApi:notes.more')}
        </summary>
        <dl className="mt-2 grid gap-2">
          {EXTRAS.map((name) => (
            <div key={name} className="grid gap-x-3 sm:grid-cols-[10rem_1fr]">
              <dt>
                <code>{name}</code>
              </dt>
              <dd className="text-muted">{t(`messageApi:extra.${name}`)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}

type MethodSectionProps = { method: Method; address: string; children: React.ReactNode };

function MethodSection({ method, address, children }: MethodSectionProps) {
  const t = useT();
  const title = `api-${method}`;
  const sample = {
    token: t('messageApi:example.token'),
    text: t('messageApi:example.text'),
    file: t('messageApi:example.file'),
    key: t('messageApi:example.key'),
  };
  return (
    <section aria-labelledby={title} className="flex min-w-0 flex-col gap-3">
      <h2 id={title} className="font-semibold">
        {t(`messageApi:method.${method}`)}
      </h2>
      <p className="text-muted text-sm">{t(`messageApi:methodText.${method}`)}</p>
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-2">
          {examplesOf(method, address, sample).map(([language, code], index) => (
            <details key={language} open={index === 0} className="panel min-w-0 px-4">
              <summary className="min-h-11 cursor-pointer content-center font-medium">{language}</summary>
              <pre className="wrap-anywhere mb-2 whitespace-pre-wrap rounded-field bg-base-200 p-3 text-xs">
                <code>{code}</code>
              </pre>
              <Button icon="copy" data-copy={code} data-copied={t('common:copied')} className="mb-3">
                {t('messageApi:copy', { language })}
              </Button>
            </details>
          ))}
        </div>
        {children}
      </div>
    </section>
  );
}

type TestProps = { values?: Record<string, string>; errors?: Record<string, string> };

const SENDS = { 'hx-swap': 'outerMorph', 'hx-disable': 'find button[type=submit]', 'hx-sync': 'this:drop' };

export function TextTestForm({ values = {}, errors = {} }: TestProps) {
  const t = useT();
  return (
    <form
      id="try-text"
      noValidate
      autoComplete="off"
      hx-post={paths.tryText()}
      hx-target="#try-text"
      {...SENDS}
      className="panel flex flex-col gap-3 p-4"
    >
      <h3 className="font-semibold text-sm">{t('messageApi:try.title')}</h3>
      <TestFields of="text" values={values} errors={errors} />
      <TextArea
        name="body"
        id="text-body"
        label={t('messageApi:try.body')}
        defaultValue={values.body}
        error={errors.body}
        required
      />
      <Button type="submit" variant="primary" icon="send" className="self-end">
        {t('messageApi:try.sendText')}
      </Button>
    </form>
  );
}

export function MediaTestForm({ values = {}, errors = {} }: TestProps) {
  const t = useT();
  return (
    <form
      id="try-media"
      noValidate
      autoComplete="off"
      encType="multipart/form-data"
      hx-post={paths.tryMedia()}
      hx-target="#try-media"
      {...SENDS}
      className="panel flex flex-col gap-3 p-4"
    >
      <h3 className="font-semibold text-sm">{t('messageApi:try.title')}</h3>
      <TestFields of="media" values={values} errors={errors} />
      <FileDrop name="medias" label={t('messageApi:try.file')} error={errors.medias} required />
      <Button type="submit" variant="primary" icon="send" className="self-end">
        {t('messageApi:try.sendMedia')}
      </Button>
    </form>
  );
}

/** The token is never written back into the page. */
function TestFields({ of, values = {}, errors = {} }: TestProps & { of: Method }) {
  const t = useT();
  return (
    <>
      <Field
        name="token"
        id={`${of}-token`}
        type="password"
        autoComplete="off"
        label={t('messageApi:try.token')}
        error={errors.token}
        required
      />
      <Field
        name="number"
        id={`${of}-number`}
        inputMode="numeric"
        label={t('messageApi:try.number')}
        hint={t('messageApi:try.numberHint')}
        defaultValue={values.number}
        error={errors.number}
        required
      />
    </>
  );
}
