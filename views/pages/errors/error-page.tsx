import { useT } from '../../i18n.tsx';
import { LinkButton } from '../../ui/button.tsx';

type ErrorPageProps = {
  status: number;
  /** An `ERR_*` code; its text is looked up in `errors`. */
  code: string;
  /** Finds the log line; null when nothing was logged. */
  requestId: string | null;
};

export function ErrorPage({ status, code, requestId }: ErrorPageProps) {
  const t = useT();
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-16 text-center">
      <p className="font-bold text-6xl text-primary tabular-nums tracking-tight">{status}</p>
      <h1 className="mt-4 text-balance font-semibold text-xl">{t(`errors:${code}`)}</h1>
      {requestId ? (
        <p className="mt-2 text-muted text-sm">
          {t('errors:requestId')} <code className="select-all">{requestId}</code>
        </p>
      ) : null}
      <LinkButton href="/" variant="primary" className="mt-8">
        {t('errors:home')}
      </LinkButton>
    </div>
  );
}
