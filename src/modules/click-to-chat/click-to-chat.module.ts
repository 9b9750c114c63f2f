import { defineModule } from '@/kernel/module.ts';
import { hearSource } from './hear-source.ts';

export const clickToChat = defineModule({
  name: 'click-to-chat',
  steps: { 'message.arrived': hearSource },
});
