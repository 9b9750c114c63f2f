import { pageRoute } from '@/kernel/http/route.ts';
import { paths } from '@/paths.ts';

export const dashboardPages = [
  pageRoute('GET /', { access: 'person', show: (c) => c.redirect(paths.tickets()) }),
];
