import { defineModule } from '@/kernel/module.ts';
import { createFigureCount } from './count-figures.ts';

export const quotas = defineModule({
  name: 'quotas',
  jobs: (kernel) => [{ name: 'countFigures', pattern: '* * * * *', run: createFigureCount(kernel) }],
});
