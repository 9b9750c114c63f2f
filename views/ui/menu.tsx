import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

type MenuProps = {
  /** Unique on the page. */
  id: string;
  label: string;
  /** What opens it: an icon, or anything else as `trigger`. */
  icon?: IconName;
  trigger?: ReactNode;
  size?: 'sm' | 'md';
  children: ReactNode;
};

/**
 * A menu that opens over everything, closed by Escape or a click beside it. islands/menu.ts places it and moves
 * the focus with the arrow keys.
 */
export function Menu({ id, label, icon = 'more-vertical', trigger, size, children }: MenuProps) {
  return (
    <>
      {trigger ? (
        <button
          type="button"
          popoverTarget={id}
          aria-label={label}
          aria-haspopup="menu"
          className="btn btn-ghost px-2"
        >
          {trigger}
        </button>
      ) : (
        <IconButton icon={icon} label={label} size={size} popoverTarget={id} aria-haspopup="menu" />
      )}
      <div id={id} popover="auto" role="menu" aria-label={label} className="menu-card">
        {children}
      </div>
    </>
  );
}

type ItemLook = { icon?: IconName; danger?: boolean; children: ReactNode };
type ItemProps = ItemLook & ButtonHTMLAttributes<HTMLButtonElement>;

export function MenuItem({ icon, danger = false, children, type = 'button', ...rest }: ItemProps) {
  return (
    <button type={type} role="menuitem" className={danger ? 'menu-item text-error' : 'menu-item'} {...rest}>
      {icon ? <Icon name={icon} size={18} /> : null}
      <span className="min-w-0 truncate">{children}</span>
    </button>
  );
}

export function MenuLink({ icon, href, children }: ItemLook & { href: string }) {
  return (
    <a role="menuitem" href={href} className="menu-item">
      {icon ? <Icon name={icon} size={18} /> : null}
      <span className="min-w-0 truncate">{children}</span>
    </a>
  );
}

/** A choice among several, of which one is on. */
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
