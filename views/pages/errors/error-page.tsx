import { useT } from '../../i18n.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { DrawnState } from '../../ui/drawn-state.tsx';

type ErrorPageProps = {
  status: number;
  /** An `ERR_*` code; its text is looked up in `errors`. */
  code: string;
  /** Finds the log line; null when nothing was logged. */
  requestId: string | null;
};

export function ErrorPage({ status, code, requestId }: ErrorPageProps) {
  const t = useT();
  const isPassing = status === 429 || status >= 500;
  return (
    <div className="py-8">
      <DrawnState
        kind={kindOf(status)}
        icon={status === 404 ? 'search' : undefined}
        level={1}
        title={t(`errors:${code}`)}
        text={code === 'ERR_NO_PERMISSION' ? t('errors:askAdmin') : undefined}
        action={
          <>
            {isPassing ? (
              <Button variant="primary" icon="refresh-cw" data-reload="">
                {t('common:retry')}
              </Button>
            ) : null}
            <LinkButton href="/" variant={isPassing ? 'default' : 'primary'}>
              {t('errors:home')}
            </LinkButton>
          </>
        }
      />
      <p className="text-center text-muted text-xs">
        {requestId ? t('errors:requestId') : null} <code className="select-all">{requestId ?? status}</code>
      </p>
    </div>
  );
}

function kindOf(status: number) {
  if (status === 403) return 'forbidden';
  return status === 404 ? 'empty' : 'failed';
}
