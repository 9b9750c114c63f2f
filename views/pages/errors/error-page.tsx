import { useT } from '../../i18n.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { RenderedState } from '../../ui/state-markup.tsx';

type ErrorPageProps = {
  status: number;
  code: string;
  text: string;
  /** Finds the log line; null when nothing was logged. */
  requestId: string | null;
};

/** These refuse every page, so a link to the start page would lead back here. */
const CLOSED = ['ERR_SUBSCRIPTION_EXPIRED', 'ERR_COMPANY_DISABLED'];

export function ErrorPage({ status, code, text, requestId }: ErrorPageProps) {
  const t = useT();
  const isClosed = CLOSED.includes(code);
  const canRetry = isClosed || status === 429 || status >= 500;
  return (
    <div className="py-8">
      <RenderedState
        kind={kindOf(status)}
        icon={status === 404 ? 'search' : undefined}
        level={1}
        title={text}
        text={ADVICE[code] && t(ADVICE[code])}
        action={
          <>
            {canRetry ? (
              <Button variant="primary" icon="refresh-cw" data-reload="">
                {t('common:retry')}
              </Button>
            ) : null}
            {isClosed ? null : (
              <LinkButton href="/" variant={canRetry ? 'default' : 'primary'}>
                {t('errors:home')}
              </LinkButton>
            )}
          </>
        }
      />
      <p className="text-center text-muted text-xs">
        {requestId ? t('errors:requestId') : null} <code className="select-all">{requestId ?? status}</code>
      </p>
    </div>
  );
}

const ADVICE: Record<string, string> = {
  ERR_NO_PERMISSION: 'errors:askAdmin',
  ERR_SUBSCRIPTION_EXPIRED: 'errors:askAdminToPay',
};

function kindOf(status: number) {
  if (status === 403) return 'forbidden';
  return status === 404 ? 'empty' : 'failed';
}
