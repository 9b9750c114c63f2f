import { defineModule } from '@/core/module.ts';
import { createFigureCount } from './count-figures.jobs.ts';

export const quotas = defineModule({
  name: 'quotas',
  jobs: (kernel) => [{ name: 'countFigures', pattern: '* * * * *', run: createFigureCount(kernel) }],
});
