import { announcementPaths } from '@/modules/announcements/announcement-paths.schema.ts';
import type { AnnouncementView } from '@/modules/announcements/announcements.views.ts';
import { useI18n } from '../../i18n.tsx';
import { formatDate } from '../../parts/messages/dates.ts';
import { RenderedState } from '../../ui/state-markup.tsx';
import { AnnouncementPriority } from './announcement-priority.tsx';

export function AnnouncementsPopover({ announcements }: { announcements: AnnouncementView[] }) {
  const { t } = useI18n();
  return (
    <>
      <h2 className="px-3 py-2 font-semibold">{t('announcements:title')}</h2>
      {announcements.length === 0 ? (
        <RenderedState icon="megaphone" title={t('announcements:none')} text={t('announcements:noneHint')} />
      ) : (
        <>
          <div hx-post={announcementPaths.seen()} hx-trigger="load" hx-swap="none" />
          <ul aria-label={t('announcements:title')} className="flex flex-col gap-2 p-2">
            {announcements.map((announcement) => (
              <Item key={announcement.id} announcement={announcement} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Item({ announcement }: { announcement: AnnouncementView }) {
  const i18n = useI18n();
  const { title, text, priority, mediaPath, createdAt } = announcement;
  return (
    <li className="rounded-field bg-base-200 p-3">
      <div className="flex items-start gap-2">
        <h3 className="wrap-anywhere min-w-0 grow font-semibold text-sm">{title}</h3>
        <AnnouncementPriority priority={priority} />
      </div>
      {mediaPath ? (
        <img src={mediaPath} alt="" loading="lazy" className="mt-2 w-full rounded-lg object-cover" />
      ) : null}
      <p className="wrap-anywhere mt-1 whitespace-pre-wrap text-sm">{text}</p>
      <time dateTime={createdAt} className="text-muted text-xs">
        {formatDate(createdAt, i18n)}
      </time>
    </li>
  );
}
