import { MAX_TAG_NAME } from '@/modules/tags/tags.schema.ts';
import type { TagChoices } from '@/modules/tags/tags.views.ts';
import type { TicketTag } from '@/modules/tickets/tickets.views.ts';
import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Dot } from '../../ui/badge.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Combobox, ComboboxOptions } from '../../ui/fields/combobox.tsx';
import { Icon } from '../../ui/icons/icon.tsx';

type TagEditorProps = {
  uuid: string;
  tags: TicketTag[];
  /** Keeps the ids unique: the drawer and a dialog may both show one. */
  at: 'drawer' | 'dialog';
  hasFocus?: boolean;
  values?: { name: string };
  error?: string;
};

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
      {/* Skipped by the morph, so that what is being typed stays. */}
      <form noValidate hx-post={`${href}?at=${at}`} {...swap} hx-sync="this:drop" hx-morph-skip="">
        <Combobox
          id={`${id}-name`}
          name="tagId"
          textName="name"
          href={paths.tagOptions()}
          label={t('ticketDialogs:tags.add')}
          placeholder={t('ticketDialogs:tags.placeholder')}
          defaultText={values?.name}
          error={error}
          maxLength={MAX_TAG_NAME}
          autoFocus={hasFocus}
          submits
        />
      </form>
    </div>
  );
}

function TagChip({ tag, href, swap }: { tag: TicketTag; href: string; swap: Record<string, string> }) {
  const t = useT();
  return (
    <li className="chip gap-1.5 border border-base-300 bg-base-100 pr-1">
      <Dot color={tag.color} />
      <span className="truncate">{tag.name}</span>
      <button
        type="button"
        hx-delete={href}
        {...swap}
        aria-label={t('ticketDialogs:tags.remove', { name: tag.name })}
        className="grid size-5 cursor-pointer place-items-center rounded-full hover:bg-base-content/10 pointer-coarse:size-8"
      >
        <Icon name="x" size={12} />
      </button>
    </li>
  );
}

export function TagOptions({ text, tags, hasMore, canCreate }: TagChoices & { text: string }) {
  const t = useT();
  const note = hasMore ? 'common:typeOn' : tags.length === 0 && !canCreate ? 'common:noResults' : null;
  return (
    <ComboboxOptions
      text={text}
      options={tags.map(({ id, name, color }) => ({ value: id, text: name, color }))}
      createLabel={canCreate ? t('ticketDialogs:tags.create', { name: text }) : undefined}
      note={note ? t(note) : undefined}
    />
  );
}

export function TagEditorDialog({ uuid, tags }: Pick<TagEditorProps, 'uuid' | 'tags'>) {
  const t = useT();
  return (
    <Dialog id="tag-editor" size="sm" title={t('ticketDialogs:tags.title')}>
      <TagEditor uuid={uuid} tags={tags} at="dialog" hasFocus />
    </Dialog>
  );
}
