import { readManifest } from '@views/assets.ts';
import type { I18n } from '@views/i18n.tsx';
import { SettingsPage } from '@views/pages/settings/settings-page.tsx';
import { renderDocument, renderFragment } from '@views/render.tsx';
import type { ShellProps, Viewer } from '@views/shell.ts';
import { ChangedNotice } from '@views/ui/changed-notice.tsx';
import { FormKeyProvider } from '@views/ui/fields/form-key.tsx';
import { createElement, type ReactNode } from 'react';
import type { Ctx } from '../core/http/env.ts';
import { dialogOnPage } from '../core/http/responses/opened-as-page.ts';
import type { Renderer } from '../core/http/responses/respond.ts';
import { mayWork } from '../core/http/sessions/authenticate.ts';
import { readCookie } from '../core/http/sessions/cookies.ts';
import { takeFlash } from '../core/http/sessions/flash.ts';
import type { Scope } from '../core/scope.ts';
import { getBranding } from '../modules/branding/branding.queries.ts';
import { daysToWarnOf, getCompany } from '../modules/companies/companies.queries.ts';
import type { Area } from '../modules/settings/subjects.schema.ts';
import { ownPictureUrl } from '../modules/users/users.queries.ts';
import { VERSION } from '../version.ts';
import { helpFor } from './help.ts';
import { menuOf } from './menu.ts';
import { settingsElsewhere } from './settings-elsewhere.ts';
import { areaOf, settingsTabsOf } from './settings-tabs.ts';

/** The only public pages for search engines: the others are reached by personal links. */
const FINDABLE = ['/login', '/signup', '/trust'];

export const renderer: Renderer = {
  async page(c, { title: key, titleText, active = '', tab, layout = 'app', view, toast }, children) {
    const { t, nonce, kernel, scope: reader } = c.var;
    const title = titleText ?? t(key);
    const isForAll = layout === 'bare' || layout === 'open';
    const scope = isForAll ? undefined : reader;
    const branding = await getBranding(kernel);
    kernel.services.branding.shown = branding;
    if (scope?.actor.kind === 'user' && !(await mayWork(c, scope.actor)))
      return closedPage(c, scope, title, children);
    const shell = {
      title,
      branding,
      bareLogo: c.req.path === '/signup' ? ('signup' as const) : ('login' as const),
      isHidden: isForAll && !FINDABLE.includes(c.req.path),
      active,
      layout: scope || isForAll ? layout : ('bare' as const),
      view,
      nonce,
      theme: themeOf(c),
      viewer: scope ? await viewerOf(scope) : null,
      asOf: scope?.asOf,
      menu: scope ? await menuOf(scope) : [],
      toasts: [...takeFlash(c), ...(toast ? [{ level: 'error' as const, text: t(toast) }] : [])],
      version: VERSION,
      phones: kernel.services.demo?.phones ?? null,
      space: scope ? await spaceFor(scope) : null,
      dueInDays: scope ? await dueFor(scope) : null,
      visited: scope ? await visitedBy(scope) : null,
      unknownProxy: scope ? unknownProxyFor(scope) : null,
      help: scope?.actor.kind === 'user' ? helpFor(c, scope, { active, tab }) : null,
      dialog: dialogOf(c),
      children,
    };
    return renderDocument(shell, i18nOf(c), readManifest());
  },
  tabHeader: (tab) =>
    areaOf(tab) === 'platform'
      ? { title: 'backOffice:platform.title', active: 'platform', tab }
      : { title: 'settings:title', active: 'settings', tab },
  async tabs(c, parts) {
    const scope = c.get('scope');
    const area = areaOf(parts.active);
    const query = c.req.query('q')?.trim().slice(0, 100) ?? '';
    const props = {
      ...parts,
      area,
      query,
      tabs: await settingsTabsOf(scope, area),
      elsewhere: [
        ...(await settingsElsewhere(scope, area)),
        ...(query ? await foundElsewhere(scope, area === 'company' ? 'platform' : 'company') : []),
      ],
    };
    return createElement(SettingsPage, props);
  },
  fragment: render,
  changes: (c, changes) => render(c, createElement(ChangedNotice, { changes })),
};

async function foundElsewhere(scope: Scope, area: Area) {
  return (await settingsTabsOf(scope, area)).map(({ key, label, href }) => ({
    key,
    label,
    href,
    group: area,
  }));
}

function render(c: Ctx, node: ReactNode): string {
  const addresses = readManifest().texts?.[c.get('locale')] ?? {};
  const keyed = createElement(FormKeyProvider, { value: c.get('requestId') }, node);
  return renderFragment(keyed, i18nOf(c), addresses, c.get('kernel').services.branding.shown);
}

async function closedPage(c: Ctx, scope: Scope, title: string, children: ReactNode): Promise<string> {
  const shell = {
    title,
    branding: c.var.kernel.services.branding.shown,
    active: '',
    layout: 'payer' as const,
    nonce: c.var.nonce,
    theme: themeOf(c),
    viewer: null,
    companyName: (await getCompany(scope.kernel, scope.companyId)).name,
    menu: [],
    toasts: takeFlash(c),
    version: VERSION,
    dialog: dialogOf(c),
    children,
  };
  return renderDocument(shell, i18nOf(c), readManifest());
}

async function dueFor({ actor, kernel, companyId }: Scope): Promise<number | null> {
  if (actor.kind !== 'user' || actor.profile !== 'admin') return null;
  return daysToWarnOf(kernel, companyId);
}

function i18nOf(c: Ctx): I18n {
  const timeZone = c.get('scope')?.timeZone ?? c.get('kernel').config.timeZone;
  return { locale: c.get('locale'), timeZone, t: c.get('t') };
}

function dialogOf(c: Ctx): ShellProps['dialog'] {
  const href = dialogOnPage(c);
  if (!href) return null;
  const { pathname, searchParams } = new URL(c.req.url);
  searchParams.delete('dialog');
  return { href, page: searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname };
}

function themeOf(c: Ctx): 'light' | 'dark' | null {
  const theme = readCookie(c, 'theme');
  return theme === 'light' || theme === 'dark' ? theme : null;
}

async function spaceFor({ actor, kernel, companyId }: Scope): Promise<ShellProps['space']> {
  const { level, freeBytes } = await kernel.space.check();
  const isAdmin = actor.kind === 'user' && actor.profile === 'admin';
  if (level === 'enough') {
    const own = isAdmin ? await kernel.storageQuota.level(companyId) : 'enough';
    return own === 'enough' ? null : { level: own === 'none' ? 'ownNone' : 'ownScarce', freeMegabytes: null };
  }
  return { level, freeMegabytes: isAdmin ? Math.floor(freeBytes / 1024 / 1024) : null };
}

/** Only the operator can set the proxy; nobody else needs to know its address. */
function unknownProxyFor({ actor, kernel }: Scope): string | null {
  const isRunner = actor.kind === 'user' && actor.profile === 'admin' && actor.super;
  return isRunner ? (kernel.unknownProxy ?? null) : null;
}

async function visitedBy({ actor, kernel, companyId }: Scope): Promise<string | null> {
  return actor.kind === 'user' && actor.home ? (await getCompany(kernel, companyId)).name : null;
}

async function viewerOf(scope: Scope): Promise<Viewer | null> {
  const { actor, kernel } = scope;
  if (actor.kind !== 'user') return null;
  const company = await getCompany(kernel, actor.companyId);
  const { id, companyId, name, email, profile, queueIds, allTicket } = actor;
  const activeUntil = company.dueDate?.toISOString() ?? null;
  const person = { id, companyId, name, email, profile, super: actor.super, queueIds, allTicket };
  const picture = await ownPictureUrl(scope, id);
  return { ...person, companyName: company.name, picture, activeUntil };
}
