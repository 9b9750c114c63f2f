import { guidePaths } from '@/modules/guides/guides.schema.ts';
import { helpPaths } from '@/modules/helps/help-paths.schema.ts';
import type { HelpView } from '@/modules/helps/helps.views.ts';
import { useT } from '../../i18n.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { RenderedState } from '../../ui/state-markup.tsx';

export function HelpGallery({ helps, canAdd }: { helps: HelpView[]; canAdd: boolean }) {
  const t = useT();
  return (
    <div
      id="help-gallery"
      hx-get={helpPaths.gallery()}
      hx-trigger="refresh:help from:document"
      hx-swap="outerMorph"
      hx-target="this"
    >
      <header className="list-head">
        <div className="min-w-0 grow basis-40">
          <h1 className="page-title">
            {t('helps:title')} ({helps.length})
          </h1>
          <p className="text-muted text-sm">{t('helps:fetched')}</p>
        </div>
        <LinkButton href={guidePaths.home()}>{t('guides:title')}</LinkButton>
      </header>
      {helps.length === 0 ? (
        <RenderedState
          icon="video"
          title={t('helps:none')}
          text={t(canAdd ? 'helps:emptyHint' : 'helps:noneHint')}
          action={canAdd ? <LinkButton href={helpPaths.list()}>{t('common:begin')}</LinkButton> : null}
        />
      ) : (
        <ul aria-label={t('helps:title')} className="help-grid">
          {helps.map((help) => (
            <Card key={help.id} help={help} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Card({ help: { id, title, description, video } }: { help: HelpView }) {
  const t = useT();
  if (!video)
    return (
      <li className="help-card">
        <strong className="wrap-anywhere block px-3 pt-2.5 text-sm">{title}</strong>
        <Description text={description} />
      </li>
    );
  return (
    <li className="help-card">
      <button type="button" id={`help-${id}`} {...opensDialog(helpPaths.player(id))}>
        <span className="help-thumbnail" style={{ backgroundImage: `url(${helpPaths.thumbnail(id)})` }}>
          <span className="help-play">
            <Icon name="play" size={24} />
          </span>
        </span>
        <span className="sr-only">{t('helps:play', { name: title })}</span>
        <strong className="wrap-anywhere line-clamp-2 px-3 pt-2.5 text-sm" aria-hidden="true">
          {title}
        </strong>
      </button>
      <Description text={description} isCut />
    </li>
  );
}

/** The player's dialog shows all of it; a card without a video has no dialog. */
function Description({ text, isCut }: { text: string; isCut?: boolean }) {
  if (!text) return null;
  const cut = isCut ? 'line-clamp-4' : '';
  return (
    <p className={`wrap-anywhere whitespace-pre-line px-3 pt-1 pb-3 text-muted text-sm ${cut}`}>{text}</p>
  );
}
