import { isShortToken } from '@/modules/connections/connections.schema.ts';
import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { goesOnProven } from '../../ui/dialog.tsx';

export type ApiTokenProps = {
  connectionId: number;
  /** First characters; '' when there is none. */
  shown: string;
  /** The complete token, shown only once after creation. */
  fresh?: string;
};

export function ApiToken({ connectionId, shown, fresh }: ApiTokenProps) {
  const t = useT();
  const token = fresh ?? shown;
  return (
    <div id="api-token" className="field" aria-live="polite">
      <span className="field-label">{t('connections:token.title')}</span>
      <div className="flex flex-wrap items-center gap-2">
        <output className={token ? 'min-w-0 break-all font-mono text-sm' : 'text-muted text-sm'}>
          {token || t('connections:token.none')}
        </output>
        {fresh ? (
          <IconButton
            icon="copy"
            label={t('connections:token.copy')}
            data-copy={fresh}
            data-copied={t('common:copied')}
          />
        ) : null}
        <Button
          size="sm"
          icon="rotate-ccw"
          {...goesOnProven('renew-token', 'click')}
          hx-post={paths.connectionToken(connectionId)}
          hx-target="#api-token"
          hx-swap="outerHTML"
          hx-disable="this"
        >
          {t(shown || fresh ? 'connections:token.renew' : 'connections:token.make')}
        </Button>
      </div>
      {!fresh && isShortToken(shown) ? (
        <p role="alert" className="notice tone-warning">
          {t('connections:token.short')}
        </p>
      ) : null}
      <p className="field-hint">{t(fresh ? 'connections:token.once' : 'connections:token.hint')}</p>
    </div>
  );
}
