import { defineModule } from '@/core/module.ts';
import { isAdmin } from '@/core/policy.ts';
import { paths } from '@/paths.ts';
import { dashboardEndpoints } from './dashboard.endpoints.ts';
import { dashboardPages } from './dashboard.pages.tsx';
import { weeklyMail } from './weekly-mail.jobs.ts';

export const dashboard = defineModule({
  name: 'dashboard',
  endpoints: dashboardEndpoints,
  pages: dashboardPages,
  companyJobs: [weeklyMail],
  menu: [
    {
      key: 'dashboard',
      label: 'dashboard:title',
      href: paths.home(),
      icon: 'dashboard',
      section: 'home',
      position: 10,
      isFor: isAdmin,
    },
  ],
});
