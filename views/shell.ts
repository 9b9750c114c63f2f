import type { ReactNode } from 'react';
import type { Branding } from './branding.tsx';

/** Sent in the `toast` event and the flash cookie; `undo` is a token of src/core/undo.ts. */
export type Toast = { level: 'success' | 'info' | 'warning' | 'error'; text: string; undo?: string };

/** The side menu's groups, from top to bottom; 'platform' is for super administrators. */
export const MENU_GROUPS = [
  'home',
  'tickets',
  'contacts',
  'campaigns',
  'answers',
  'team',
  'channels',
  'settings',
  'platform',
] as const;

export type MenuGroup = (typeof MENU_GROUPS)[number];

export type MenuEntry = {
  key: string;
  label: string;
  href: string;
  icon: string;
  section: MenuGroup | 'top';
  /** A count or a warning mark; null shows nothing. */
  badge: number | 'warning' | null;
  badgeChannels: string[];
  badgeDelayMs: number;
};

export type Viewer = {
  id: number;
  companyId: number;
  name: string;
  email: string;
  companyName: string;
  /** Null shows the initials. */
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
  branding?: Branding;
  bareLogo?: 'login' | 'signup';
  /** Hidden from search engines: the address itself may be a secret. */
  isHidden?: boolean;
  /** Key of the menu entry this page belongs to; '' for none. */
  active: string;
  nonce: string;
  /** The reader's stored choice; null follows the system. */
  theme: 'light' | 'dark' | null;
  viewer: Viewer | null;
  /** Stamp of the company's events, so that islands fetch only what happened later. */
  asOf?: string | undefined;
  menu: MenuEntry[];
  toasts: Toast[];
  version: string;
  phones?: string | null;
  /** `freeMegabytes` is for administrators. Absent when there is enough. */
  space?: { level: 'scarce' | 'none' | 'ownScarce' | 'ownNone'; freeMegabytes: number | null } | null;
  /** Address of a proxy missing in the settings, for the server's operator. Absent when there is none. */
  unknownProxy?: string | null;
  /** Days to the subscription's end, for administrators. Absent while there is time. */
  dueInDays?: number | null;
  companyName?: string;
  dialog?: { href: string; page: string } | null;
  visited?: string | null;
  /** Where this page is explained; `isNew` until this person has read what the version brings. */
  help?: { href: string; isNew: boolean } | null;
  /** 'bare': login, setup. 'wide', 'tall': full height. 'payer': a blocked company. 'open': public. */
  layout: 'app' | 'bare' | 'wide' | 'tall' | 'payer' | 'open';
  /** 'board', or the part of the workspace that a phone shows. */
  view?: string | undefined;
  children: ReactNode;
};
