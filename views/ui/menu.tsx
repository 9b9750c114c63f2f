import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { Icon, type IconName } from './icons/icon.tsx';
import { Key } from './key.tsx';

type OpenerProps = {
  id: string;
  label: string;
  icon?: IconName;
  trigger?: ReactNode;
  size?: 'sm' | 'md';
};

/** islands/page/menu.ts positions it, closes it on Escape and outside clicks, and moves the focus by arrow keys. */
export function Menu({ isRow, children, ...opener }: OpenerProps & { isRow?: boolean; children: ReactNode }) {
  return (
    <>
      <Opener {...opener} kind="menu" />
      <MenuCard {...opener} isRow={isRow}>
        {children}
      </MenuCard>
    </>
  );
}

type MenuCardProps = {
  id: string;
  label: string;
  /** One of many: htmx sets up its items when it opens. */
  isRow?: boolean | undefined;
  children: ReactNode;
};

/** For a separate opener, which has this id as its `popoverTarget`. */
export function MenuCard({ id, label, isRow, children }: MenuCardProps) {
  return (
    <div
      id={id}
      popover="auto"
      role="menu"
      aria-label={label}
      className="menu-card"
      {...(isRow && { 'hx-ignore': '' })}
    >
      {children}
    </div>
  );
}

/** For anything but a list of actions; Tab moves through it. */
export function Popover({ children, ...opener }: OpenerProps & { children: ReactNode }) {
  return (
    <>
      <Opener {...opener} kind="dialog" />
      <div id={opener.id} popover="auto" role="dialog" aria-label={opener.label} className="menu-card">
        {children}
      </div>
    </>
  );
}

type PhoneSheetProps = { id: string; label: string; isRow?: boolean; children: ReactNode };

/** A bottom sheet on a phone, opened by a `phone-only` opener with its id; on wider screens its content is inline. */
export function PhoneSheet({ id, label, isRow = false, children }: PhoneSheetProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: islands/page/layers.ts knows a layer by its role
    <div
      id={id}
      popover="auto"
      role="group"
      aria-label={label}
      className={`menu-card phone-sheet ${isRow ? 'row-sheet' : ''}`.trimEnd()}
    >
      {children}
    </div>
  );
}

function Opener({
  id,
  label,
  icon = 'more-vertical',
  trigger,
  size,
  kind,
}: OpenerProps & { kind: 'menu' | 'dialog' }) {
  if (!trigger)
    return <IconButton icon={icon} label={label} size={size} popoverTarget={id} aria-haspopup={kind} />;
  return (
    <button
      type="button"
      popoverTarget={id}
      title={label}
      aria-haspopup={kind}
      className="btn btn-ghost px-2"
    >
      {trigger}
      <span className="sr-only">{label}</span>
    </button>
  );
}

type ItemStyle = { icon?: IconName; danger?: boolean; children: ReactNode };
type ItemProps = ItemStyle & { keys?: string | undefined } & ButtonHTMLAttributes<HTMLButtonElement>;

export function MenuItem({ icon, danger = false, keys, children, type = 'button', ...rest }: ItemProps) {
  return (
    <button
      type={type}
      role="menuitem"
      aria-keyshortcuts={keys}
      className={danger ? 'menu-item text-error' : 'menu-item'}
      {...rest}
    >
      {icon ? <Icon name={icon} size={18} /> : null}
      <span className="min-w-0 truncate">{children}</span>
      {keys ? (
        <span aria-hidden="true" className="ml-auto pl-4 pointer-coarse:hidden">
          <Key name={keys} />
        </span>
      ) : null}
    </button>
  );
}

export function MenuLink({ icon, href, children }: ItemStyle & { href: string }) {
  return (
    <a role="menuitem" href={href} className="menu-item">
      {icon ? <Icon name={icon} size={18} /> : null}
      <span className="min-w-0 truncate">{children}</span>
    </a>
  );
}

export function MenuChoice({ checked, children, ...rest }: ItemProps & { checked: boolean }) {
  return (
    <button type="button" role="menuitemradio" aria-checked={checked} className="menu-item" {...rest}>
      <Icon name="check" size={18} className={checked ? '' : 'invisible'} />
      <span className="min-w-0 truncate">{children}</span>
    </button>
  );
}

export function MenuHeading({ children }: { children: ReactNode }) {
  return (
    <p className="px-3 pt-2 pb-1 font-semibold text-muted text-xs" role="presentation">
      {children}
    </p>
  );
}
