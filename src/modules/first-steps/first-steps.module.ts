import { defineModule } from '@/core/module.ts';
import { firstStepsPages } from './first-steps.pages.tsx';

export const firstSteps = defineModule({ name: 'first-steps', pages: firstStepsPages });
