import type { BotConfig, BotOption, BotQueue } from './bot.logic.ts';

export const option = (
  id: number,
  number: string,
  title: string,
  rest: Partial<BotOption> = {},
): BotOption => ({ id, option: number, title, message: '', media: null, options: [], ...rest });

export const queue = (id: number, name: string, rest: Partial<BotQueue> = {}): BotQueue => ({
  id,
  name,
  greeting: '',
  outOfHours: '',
  hours: [],
  media: null,
  options: [],
  responder: null,
  ...rest,
});

export const config = (rest: Partial<BotConfig> = {}): BotConfig => ({
  greeting: '',
  outOfHours: '',
  responder: null,
  queues: [],
  elsewhere: [],
  maxUseBotQueues: 0,
  timeUseBotQueues: 0,
  scheduleType: 'disabled',
  greetsForOneQueue: false,
  hours: [],
  ...rest,
});
