import {
  ATTACHMENTS,
  type Attachment,
  type ChatItem,
  EMOJIS,
  simulatorPaths,
} from '@demo/phones/simulator.schema.ts';
import { useT } from '@views/i18n.tsx';
import { IconButton } from '@views/ui/button.tsx';
import type { IconName } from '@views/ui/icons/icon.tsx';
import { Menu, MenuItem } from '@views/ui/menu.tsx';

const ICONS: Record<Attachment, IconName> = {
  photo: 'image',
  voice: 'mic',
  document: 'file-text',
  location: 'map-pin',
  contact: 'contact',
};

type ComposerFormProps = {
  number: string;
  item: ChatItem | null;
  isEditing: boolean;
};

export function ComposerForm({ number, item, isEditing }: ComposerFormProps) {
  const t = useT();
  const field = {
    'hx-post': simulatorPaths.typing(number),
    'hx-trigger': 'input throttle:2500ms',
    'hx-swap': 'none',
    ...(item && { autoFocus: true }),
  };
  return (
    <form
      className="sim-composer"
      id={`composer-${number}`}
      autoComplete="off"
      hx-post={simulatorPaths.messages(number)}
      hx-target="this"
      hx-swap="outerHTML"
      hx-sync="this:drop"
    >
      {item ? <About number={number} item={item} isEditing={isEditing} /> : null}
      <div className="sim-composer-row">
        <Menu id={`attach-${number}`} label={t('simulator:attach')} icon="paperclip" size="sm">
          {ATTACHMENTS.map((kind) => (
            <MenuItem
              key={kind}
              icon={ICONS[kind]}
              hx-post={simulatorPaths.attachments(number, kind)}
              hx-target="this"
              hx-swap="none"
            >
              {t(`simulator:attachment.${kind}`)}
            </MenuItem>
          ))}
        </Menu>
        <input
          id={`text-${number}`}
          name="text"
          className="sim-input"
          placeholder={t('simulator:write')}
          aria-label={t('simulator:write')}
          defaultValue={isEditing ? item?.text : ''}
          maxLength={4096}
          required
          {...field}
        />
        <IconButton type="submit" icon="send" size="sm" label={t('simulator:send')} className="sim-send" />
      </div>
    </form>
  );
}

function About({ number, item, isEditing }: ComposerFormProps & { item: ChatItem }) {
  const t = useT();
  const swap = { 'hx-target': `#composer-${number}`, 'hx-swap': 'outerHTML' };
  const summary = item.text || item.title || t(`simulator:kind.${item.kind}`);
  return (
    <div className="sim-about">
      <input type="hidden" name={isEditing ? 'edit' : 'about'} value={item.id} />
      <p className="sim-quote">
        <strong>{t(isEditing ? 'simulator:editing' : 'simulator:answering')}</strong> {summary}
      </p>
      <IconButton
        icon="x"
        size="sm"
        label={t('common:cancel')}
        hx-get={simulatorPaths.composer(number)}
        {...swap}
      />
      {isEditing ? null : (
        <div className="sim-about-row">
          {EMOJIS.map((emoji) => (
            <button
              key={emoji}
              type="button"
              className="sim-emoji"
              aria-label={t('simulator:react', { emoji })}
              hx-post={simulatorPaths.reactions(number, item.id)}
              hx-vals={JSON.stringify({ emoji: item.reactions.includes(emoji) ? '' : emoji })}
              {...swap}
            >
              {emoji}
            </button>
          ))}
          {item.isOwn ? <OwnActions number={number} item={item} swap={swap} /> : null}
        </div>
      )}
    </div>
  );
}

function OwnActions({
  number,
  item,
  swap,
}: {
  number: string;
  item: ChatItem;
  swap: Record<string, string>;
}) {
  const t = useT();
  return (
    <>
      {item.kind === 'text' ? (
        <IconButton
          icon="pencil"
          size="sm"
          label={t('simulator:edit')}
          hx-get={simulatorPaths.composer(number, { edit: item.id })}
          {...swap}
        />
      ) : null}
      <IconButton
        icon="trash"
        size="sm"
        label={t('simulator:delete')}
        hx-delete={simulatorPaths.message(number, item.id)}
        {...swap}
      />
    </>
  );
}
