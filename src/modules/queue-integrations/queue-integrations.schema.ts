export const INTEGRATION_TYPES = ['dialogflow', 'n8n', 'webhook', 'typebot'] as const;
export const INTEGRATION_LANGUAGES = ['pt-BR', 'en', 'es'] as const;
