import { defineModule } from '@/kernel/module.ts';

export const fileLists = defineModule({ name: 'file-lists' });
