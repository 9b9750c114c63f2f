import { paths } from '@/paths.ts';
import type { TicketTag } from '../../../src/modules/tickets/tickets.schema.ts';
import { useT } from '../../i18n.tsx';
import { IconButton } from '../../ui/button.tsx';
import { safeColor, textOn } from '../../ui/contrast.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';

type TagEditorProps = {
  uuid: string;
  tags: TicketTag[];
  /** There may be one in the drawer and one in a dialog. */
  at: 'drawer' | 'dialog';
  /** After adding one the next can be typed at once. */
  hasFocus?: boolean;
  values?: { name: string };
  error?: string;
};

/** The ticket's tags, each with a way to remove it, and a field that adds one: known or made on the fly. */
export function TagEditor({ uuid, tags, at, hasFocus = false, values, error }: TagEditorProps) {
  const t = useT();
  const id = `tag-editor-${at}`;
  const href = paths.ticketPart(uuid, 'tags');
  const swap = { 'hx-target': `#${id}`, 'hx-swap': 'outerHTML' };
  return (
    <div id={id} className="flex flex-col gap-2">
      {tags.length > 0 ? (
        <ul className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <TagChip key={tag.id} tag={tag} href={`${href}/${tag.id}?at=${at}`} swap={swap} />
          ))}
        </ul>
      ) : null}
      {/* What is being typed stays when the rest is drawn again. */}
      <form
        noValidate
        hx-post={`${href}?at=${at}`}
        {...swap}
        hx-morph-skip=""
        className="flex items-start gap-1"
      >
        <div className="min-w-0 grow">
          <input
            type="text"
            id={`${id}-name`}
            name="name"
            list={`${id}-known`}
            defaultValue={values?.name}
            className="input input-sm w-full"
            placeholder={t('ticketDialogs:tags.placeholder')}
            aria-label={t('ticketDialogs:tags.add')}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            maxLength={50}
            autoComplete="off"
            {...(hasFocus && { autoFocus: true })}
            required
            hx-get={paths.tagOptions()}
            hx-trigger="focus once"
            hx-target={`#${id}-known`}
            hx-swap="innerHTML"
          />
          {error ? (
            <p id={`${id}-error`} className="field-error pt-1">
              <Icon name="alert-triangle" size={14} className="mt-0.5" />
              {error}
            </p>
          ) : null}
        </div>
        <datalist id={`${id}-known`} />
        <IconButton type="submit" icon="plus" size="sm" label={t('ticketDialogs:tags.add')} />
      </form>
    </div>
  );
}

function TagChip({ tag, href, swap }: { tag: TicketTag; href: string; swap: Record<string, string> }) {
  const t = useT();
  const background = safeColor(tag.color);
  return (
    <li className="chip gap-1 pr-1" style={{ backgroundColor: background, color: textOn(background) }}>
      <span className="truncate">{tag.name}</span>
      <button
        type="button"
        hx-delete={href}
        {...swap}
        aria-label={t('ticketDialogs:tags.remove', { name: tag.name })}
        className="grid size-5 cursor-pointer place-items-center rounded-full hover:bg-black/20 pointer-coarse:size-8"
      >
        <Icon name="x" size={12} />
      </button>
    </li>
  );
}

/** Names of all tags, for the field's suggestions. */
export function TagOptions({ names }: { names: string[] }) {
  return names.map((name) => <option key={name} value={name} />);
}

export function TagEditorDialog({ uuid, tags }: Pick<TagEditorProps, 'uuid' | 'tags'>) {
  const t = useT();
  return (
    <Dialog id="tag-editor" size="sm" title={t('ticketDialogs:tags.title')}>
      <TagEditor uuid={uuid} tags={tags} at="dialog" hasFocus />
    </Dialog>
  );
}
