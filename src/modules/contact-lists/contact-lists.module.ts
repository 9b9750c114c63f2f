import { defineModule } from '@/kernel/module.ts';

export const contactLists = defineModule({ name: 'contact-lists' });
