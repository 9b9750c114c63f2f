/** Contract: http §10 and data-model. */
const PROMPT_ROW = [
  ...['id', 'name', 'prompt', 'apiKey', 'queueId', 'companyId', 'maxMessages', 'maxTokens', 'temperature'],
  ...['promptTokens', 'completionTokens', 'totalTokens', 'voice', 'voiceKey', 'voiceRegion'],
  ...['createdAt', 'updatedAt'],
];

export const PROMPT_CALLS: Record<string, Record<string, string[]>> = {
  'GET /prompt': {
    '': ['prompts', 'count', 'hasMore'],
    'prompts.*.': [...PROMPT_ROW, 'queue'],
    'prompts.*.queue.': ['id', 'name'],
  },
  'GET /prompt/:id': { '': [...PROMPT_ROW, 'queue'], 'queue.': ['id', 'name'] },
  'POST /prompt': { '': PROMPT_ROW },
  'PUT /prompt/:id': { '': PROMPT_ROW },
  'DELETE /prompt/:id': { '': ['message'] },
};
