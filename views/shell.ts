import type { ReactNode } from 'react';
import type { Look } from './look.tsx';

/** Carried by the `toast` event and the flash cookie; `undo` is a token of src/kernel/undo.ts. */
export type Toast = { level: 'success' | 'info' | 'warning' | 'error'; text: string; undo?: string };

export type MenuEntry = {
  key: string;
  /** Key of its text. */
  label: string;
  href: string;
  /** A name in `views/ui/icon.tsx`. */
  icon: string;
  /** 'top' is a popover in the top bar: it shows what `href` answers. */
  section: 'main' | 'admin' | 'top';
  /** A count or a warning mark; null shows nothing. */
  badge: number | 'warning' | null;
  /** Live channels that refresh the badge. */
  badgeChannels: string[];
  /** How long after what happened the badge is fetched again. */
  badgeDelayMs: number;
};

export type Viewer = {
  id: number;
  companyId: number;
  name: string;
  email: string;
  companyName: string;
  /** Null draws the initials. */
  picture: string | null;
  profile: 'admin' | 'supervisor' | 'user';
  super: boolean;
  queueIds: number[];
  /** Whether the person sees waiting tickets and those without a queue. */
  allTicket: boolean;
  /** ISO date of the company's last paid day; null when it has no end. */
  activeUntil: string | null;
};

export type ShellProps = {
  title: string;
  /** Ours when absent. */
  look?: Look;
  /** Which of the platform's logos stands above a page without a menu. */
  bareLogo?: 'login' | 'signup';
  /** From search engines: the address itself may be a secret. */
  isHidden?: boolean;
  /** Key of the menu entry this page belongs to; '' for none. */
  active: string;
  nonce: string;
  /** The reader's stored choice; null follows the system. */
  theme: 'light' | 'dark' | null;
  viewer: Viewer | null;
  menu: MenuEntry[];
  toasts: Toast[];
  version: string;
  phones?: string | null;
  /** `freeMegabytes` is for administrators. Absent when there is enough. */
  space?: { level: 'scarce' | 'none' | 'ownScarce' | 'ownNone'; freeMegabytes: number | null } | null;
  /** Address of a proxy that the settings do not name, for the person who runs the desk. Absent when there is none. */
  unknownProxy?: string | null;
  /** Days to the subscription's end, for administrators who should know. Absent while there is time. */
  dueInDays?: number | null;
  /** Of 'payer'. */
  companyName?: string;
  /** The company that a super administrator looks at from theirs; they change nothing. */
  visited?: string | null;
  /** 'app' has menu and top bar, 'bare' is for login and setup, 'wide' fills the height (the desk), 'tall' too (any other page), 'payer' is for a company that may not work, 'open' for pages that anybody reads. */
  layout: 'app' | 'bare' | 'wide' | 'tall' | 'payer' | 'open';
  children: ReactNode;
};
