import { defineModule } from '@/core/module.ts';
import { setupPathPages } from './setup-path.pages.tsx';

export const firstSteps = defineModule({ name: 'first-steps', pages: setupPathPages });
