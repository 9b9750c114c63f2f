import type { ReactNode } from 'react';
import type { ClickLinkView } from '@/modules/click-to-chat/click-to-chat.views.ts';
import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { QrImage } from '../../parts/connections/qr-image.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ButtonPreview } from './button-preview.tsx';

type ShowLinkDialogProps = {
  id: 'click-link-dialog' | 'click-link-show';
  link: ClickLinkView;
  /** Null while the link leads nowhere: the connection is deleted or has no number yet. */
  ways: { href: string; qr: { size: number; path: string } | null; script: string } | null;
};

export function ShowLinkDialog({ id, link, ways }: ShowLinkDialogProps) {
  const t = useT();
  return (
    <Dialog id={id} title={t('clickToChat:showTitle', { source: link.source })} size="lg">
      {ways ? (
        <div className="grid min-w-0 gap-6 md:grid-cols-[auto_1fr]">
          <div className="w-52 max-w-full justify-self-center">
            {ways.qr ? <QrImage label={t('clickToChat:qrLabel')} {...ways.qr} /> : null}
          </div>
          <div className="flex min-w-0 flex-col gap-6">
            <Way title={t('clickToChat:link')} text={ways.href} copy={t('clickToChat:copyLink')}>
              <LinkButton icon="external-link" href={ways.href} target="_blank" rel="noopener noreferrer">
                {t('clickToChat:open')}
              </LinkButton>
            </Way>
            <Way
              title={t('clickToChat:script')}
              hint={t('clickToChat:scriptHint')}
              text={ways.script}
              copy={t('clickToChat:copyScript')}
            />
            <ButtonPreview {...link} />
          </div>
        </div>
      ) : (
        <p className="text-pretty">
          {t(link.connection ? 'clickToChat:noNumber' : 'clickToChat:noConnection')}{' '}
          <a href={paths.connections()} className="underline underline-offset-2">
            {t('clickToChat:toConnections')}
          </a>
        </p>
      )}
    </Dialog>
  );
}

type WayProps = { title: string; hint?: string; text: string; copy: string; children?: ReactNode };

function Way({ title, hint, text, copy, children }: WayProps) {
  const t = useT();
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h3 className="font-semibold text-sm">{title}</h3>
      {hint ? <p className="text-muted text-sm">{hint}</p> : null}
      <pre className="wrap-anywhere whitespace-pre-wrap rounded-field bg-base-200 p-3 text-xs">
        <code>{text}</code>
      </pre>
      <div className="flex flex-wrap gap-2">
        <Button icon="copy" data-copy={text} data-copied={t('common:copied')}>
          {copy}
        </Button>
        {children}
      </div>
    </section>
  );
}
