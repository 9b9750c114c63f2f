import { z } from 'zod';
import { page } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { findLogin } from '@/modules/auth/auth.queries.ts';
import { paths } from '@/paths.ts';
import { SIMULATOR } from '../phones/simulator.schema.ts';
import { TOUR, TOUR_PATH } from './steps.ts';
import { TASKS } from './tasks.ts';
import { TourPage } from './tour-page.tsx';

const TARGETS = [paths.home(), ...TOUR.map(({ to }) => to)];
/** Only pages of the tour: an address from outside would be an open redirect. */
export const Target = z.enum(TARGETS);
export const SIGN_IN = `${SIMULATOR}/sign-in` as const;
const ENTER = `${SIMULATOR}/enter` as const;
const EnterQuery = z.object({ email: z.string().catch(''), to: Target.catch(paths.home()) });

export const enterPath = (query: { email: string; to: string }) => `${ENTER}?${new URLSearchParams(query)}`;

export const tourPages = [
  pageRoute(`GET ${TOUR_PATH}`, {
    access: 'anyone',
    answer: (c) => page(c, { title: 'simulator:tour.title', layout: 'bare' }, <TourPage signIn={SIGN_IN} />),
  }),
  pageRoute(`GET ${ENTER}`, {
    access: 'anyone',
    query: EnterQuery,
    async answer(c, { query: { email, to } }) {
      const login = await findLogin(c.var.kernel, email);
      const script =
        login && TASKS[email] ? storeTasks(login, TASKS[email], to) : `location.replace('${to}')`;
      const node = (
        <p>
          <a href={to} className="link">
            {c.var.t('simulator:tour.enter')}
          </a>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: texts of tasks.ts */}
          <script nonce={c.var.nonce} dangerouslySetInnerHTML={{ __html: script }} />
        </p>
      );
      return page(c, { title: 'simulator:tour.title', layout: 'bare' }, node);
    },
  }),
];

type Owner = { companyId: number; userId: number };

/** Leaves a list alone that the person has changed, even to nothing. */
function storeTasks({ companyId, userId }: Owner, texts: string[], to: string): string {
  const key = JSON.stringify(`todolist:${companyId}:${userId}`);
  const tasks = JSON.stringify(JSON.stringify(texts.map((text, index) => ({ id: `demo-${index}`, text }))));
  return `try { if (localStorage.getItem(${key}) === null) localStorage.setItem(${key}, ${tasks}); } catch {} location.replace('${to}');`;
}
