import { Children, isValidElement, type ReactNode } from 'react';
import { useT } from '../i18n.tsx';
import { IconButton } from './button.tsx';
import { opensDialog } from './dialog.tsx';
import { PhoneSheet } from './menu.tsx';

type RowActionsProps = {
  /** Prefix of the buttons' ids: a refresh keeps the focus by them. */
  id: string;
  name: string;
  edit: { label: string; href: string };
  remove: { label: string; href: string };
  children?: ReactNode;
};

export function RowActions({ id, name, edit, remove, children }: RowActionsProps) {
  return (
    <RowMenu id={id} name={name}>
      {children}
      <IconButton id={`${id}-edit`} icon="pencil" label={edit.label} {...opensDialog(edit.href)} />
      <IconButton id={`${id}-delete`} icon="trash" label={remove.label} {...opensDialog(remove.href)} />
    </RowMenu>
  );
}

type RowNameProps = { children: ReactNode } & ({ page: string } | { dialog: string });

/** A row's name opens what the row is about: its page, or its dialog. */
export function RowName({ children, ...opened }: RowNameProps) {
  const name = (
    <span className="line-clamp-3" title={plainText(children) || undefined}>
      {children}
    </span>
  );
  const className =
    'link-hover max-[599px]:-my-3 inline-block cursor-pointer text-start align-top max-[599px]:min-h-11 max-[599px]:min-w-11 max-[599px]:py-3';
  if ('page' in opened)
    return (
      <a href={opened.page} className={className}>
        {name}
      </a>
    );
  return (
    <button type="button" className={className} {...opensDialog(opened.dialog)}>
      {name}
    </button>
  );
}

function plainText(node: ReactNode): string {
  return Children.toArray(node)
    .map((child) =>
      isValidElement<{ children?: ReactNode }>(child) ? plainText(child.props.children) : String(child),
    )
    .join('');
}

type RowMenuProps = { id: string; name: string; children: ReactNode };

/** A row's icons; on a phone one button opens them with their labels. A `Menu` among them is listed with them. */
export function RowMenu({ id, name, children }: RowMenuProps) {
  const label = useT()('common:actionsOf', { name });
  return (
    <>
      <IconButton
        id={`${id}-menu`}
        icon="more-vertical"
        label={label}
        className="phone-only"
        popoverTarget={`${id}-actions`}
        aria-haspopup="dialog"
      />
      <PhoneSheet id={`${id}-actions`} label={label} isRow>
        {children}
      </PhoneSheet>
    </>
  );
}
