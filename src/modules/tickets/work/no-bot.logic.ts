export const NO_RESPONDER = {
  useIntegration: false,
  promptId: null,
  integrationId: null,
  typebotSessionId: null,
  typebotStatus: false,
};
export const NO_BOT = {
  ...NO_RESPONDER,
  chatbot: false,
  queueOptionId: null,
  amountUsedBotQueues: 0,
  bot: null,
  machine: null,
};
