import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { RenderedState } from '../../ui/state-markup.tsx';
import { useAdvice } from './advice.ts';

type ErrorPageProps = {
  status: number;
  code: string;
  text: string;
  /** Finds the log line; null when nothing was logged. */
  requestId: string | null;
  isSignedIn: boolean;
};

const DISABLED = 'ERR_COMPANY_DISABLED';
/** These refuse every page, so a link to the start page would lead back here. */
const CLOSED = ['ERR_SUBSCRIPTION_EXPIRED', DISABLED];

export function ErrorPage({ status, code, text, requestId, isSignedIn }: ErrorPageProps) {
  const t = useT();
  const [title, nextStep] = sentencesOf(text);
  const advice = useAdvice(code);
  const isClosed = CLOSED.includes(code);
  const canRetry = isClosed || status === 429 || status >= 500;
  return (
    <div className="py-8">
      <RenderedState
        kind={kindOf(status)}
        icon={status === 404 ? 'search' : undefined}
        level={1}
        title={title}
        text={[nextStep, advice].filter(Boolean).join(' ') || undefined}
        action={
          <>
            {canRetry ? (
              <Button variant={code === DISABLED ? 'default' : 'primary'} icon="refresh-cw" data-reload="">
                {t('common:retry')}
              </Button>
            ) : null}
            {isClosed ? null : (
              <LinkButton
                href={isSignedIn ? paths.home() : paths.login()}
                variant={canRetry ? 'default' : 'primary'}
              >
                {t(isSignedIn ? 'errors:home' : 'auth:login.submit')}
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

function sentencesOf(text: string): [first: string, others: string | undefined] {
  const end = text.search(/[.!?] /) + 1;
  return end === 0 ? [text, undefined] : [text.slice(0, end), text.slice(end + 1)];
}

function kindOf(status: number) {
  if (status === 403) return 'forbidden';
  return status === 404 ? 'empty' : 'failed';
}
