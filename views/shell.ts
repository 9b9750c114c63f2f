import type { ReactNode } from 'react';

/** A toast, as the `toast` event and the flash cookie carry it; `undo` is a token of src/kernel/undo.ts. */
export type Toast = { level: 'success' | 'info' | 'warning' | 'error'; text: string; undo?: string };

export type MenuEntry = {
  key: string;
  href: string;
  /** A name known to `views/ui/icon.tsx`. */
  icon: string;
  section: 'main' | 'admin';
  /** Shows a count, or a warning mark; null shows nothing. */
  badge: number | 'warning' | null;
  /** Live channels on which the badge is asked for again. */
  badgeChannels: string[];
};

/** The signed-in person, as every page may show them. */
export type Viewer = {
  id: number;
  companyId: number;
  name: string;
  email: string;
  companyName: string;
  profile: 'admin' | 'supervisor' | 'user';
  super: boolean;
  queueIds: number[];
  /** Whether waiting tickets, and those in no queue, are his business. */
  allTicket: boolean;
  /** ISO date of the company's last paid day; null when it never ends. */
  activeUntil: string | null;
};

/** Everything around a page's own content. */
export type ShellProps = {
  /** Already translated. */
  title: string;
  /** Key of the menu entry this page belongs to; '' for none. */
  active: string;
  nonce: string;
  /** The reader's stored choice; null follows the system. */
  theme: 'light' | 'dark' | null;
  viewer: Viewer | null;
  menu: MenuEntry[];
  toasts: Toast[];
  version: string;
  /** Where the demo's simulated phones are; absent on a real desk. */
  phones?: string | null;
  /** How little room the server's disk has; `freeMegabytes` is for administrators. Absent where there is enough. */
  space?: { level: 'scarce' | 'none'; freeMegabytes: number | null } | null;
  /** Address of a proxy that the settings do not name, for who runs the desk. Absent where there is none. */
  unknownProxy?: string | null;
  /** 'app' has menu and top bar, 'bare' is for login and setup, 'wide' fills the height (the desk). */
  layout: 'app' | 'bare' | 'wide';
  children: ReactNode;
};
