import { AppError } from '@/core/errors.ts';
import { leadTo } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import {
  dropSessionCookie,
  setGuestCookie,
  setSessionCookie,
  takeOwnSession,
} from '@/core/http/sessions/session-cookie.ts';
import { requireUser } from '@/core/policy.ts';
import { paths } from '@/paths.ts';
import { backOfficePaths } from './back-office-paths.schema.ts';
import { enterCompany, leaveCompany } from './visit.service.ts';

export const visitPages = [
  pageRoute('POST /settings/companies/:companyId/enter', {
    access: 'super',
    async answer(c, { companyId }) {
      setGuestCookie(c, await enterCompany(c.var.scope, { companyId }));
      return leadTo(c, paths.home());
    },
  }),
  pageRoute('POST /leave-company', {
    access: 'leaving',
    forGuests: true,
    async answer(c) {
      if (!requireUser(c.var.scope).home) throw new AppError('ERR_NOT_FOUND');
      const own = await leaveCompany(c.var.scope, takeOwnSession(c));
      if (own) setSessionCookie(c, own);
      else dropSessionCookie(c);
      return leadTo(c, own ? backOfficePaths.companies() : paths.login());
    },
  }),
];
