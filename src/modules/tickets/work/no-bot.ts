export const NO_MACHINE = {
  useIntegration: false,
  promptId: null,
  integrationId: null,
  typebotSessionId: null,
  typebotStatus: false,
};
/** An attendance in which the bot has not spoken yet. */
export const NO_BOT = {
  ...NO_MACHINE,
  chatbot: false,
  queueOptionId: null,
  amountUsedBotQueues: 0,
  bot: null,
  machine: null,
};
