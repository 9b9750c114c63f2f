import { readManifest } from '@views/assets.ts';
import type { I18n } from '@views/i18n.tsx';
import { renderDocument, renderFragment } from '@views/render.tsx';
import type { ShellProps, Viewer } from '@views/shell.ts';
import { getCookie } from 'hono/cookie';
import type { Ctx } from './kernel/http/env.ts';
import { takeFlash } from './kernel/http/flash.ts';
import type { Renderer } from './kernel/http/respond.ts';
import type { Scope } from './kernel/scope.ts';
import { menuOf } from './menu.ts';
import { getCompany } from './modules/companies/companies.queries.ts';
import { ownPictureUrl } from './modules/users/users.queries.ts';
import { VERSION } from './version.ts';

export const renderer: Renderer = {
  async page(c, { title, active = '', layout = 'app', toast }, children) {
    const scope = layout === 'bare' ? undefined : c.var.scope;
    const shell = {
      title: c.var.t(title),
      active,
      layout: scope ? layout : ('bare' as const),
      nonce: c.var.nonce,
      theme: themeOf(c),
      viewer: scope ? await viewerOf(scope) : null,
      menu: scope ? await menuOf(scope) : [],
      toasts: [...takeFlash(c), ...(toast ? [{ level: 'error' as const, text: c.var.t(toast) }] : [])],
      version: VERSION,
      phones: c.var.kernel.services.demo?.phones ?? null,
      space: scope ? await spaceFor(scope) : null,
      unknownProxy: scope ? unknownProxyFor(scope) : null,
      children,
    };
    return renderDocument(shell, i18nOf(c), stringsOf(c), readManifest());
  },
  fragment: (c, node) => renderFragment(node, i18nOf(c), stringsOf(c)),
};

function i18nOf(c: Ctx): I18n {
  return { locale: c.var.locale, timeZone: c.var.kernel.config.timeZone, t: c.var.t };
}

function stringsOf(c: Ctx) {
  return (namespace: string) => c.var.kernel.translations.strings(c.var.locale, namespace);
}

function themeOf(c: Ctx): 'light' | 'dark' | null {
  const theme = getCookie(c, 'theme');
  return theme === 'light' || theme === 'dark' ? theme : null;
}

async function spaceFor({ actor, kernel }: Scope): Promise<ShellProps['space']> {
  const { level, freeBytes } = await kernel.space.look();
  if (level === 'enough') return null;
  const isAdmin = actor.kind === 'user' && actor.profile === 'admin';
  return { level, freeMegabytes: isAdmin ? Math.floor(freeBytes / 1024 / 1024) : null };
}

/** Only the operator can set the proxy; nobody else needs to know its address. */
function unknownProxyFor({ actor, kernel }: Scope): string | null {
  const isRunner = actor.kind === 'user' && actor.profile === 'admin' && actor.super;
  return isRunner ? (kernel.unknownProxy ?? null) : null;
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
