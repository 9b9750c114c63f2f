export const RESPONDER_KINDS = ['prompt', 'integration', 'invoices'] as const;

export type ResponderKind = (typeof RESPONDER_KINDS)[number];

export const PERSON_TERMS = {
  pt: ['atendente', 'atendentes', 'humano', 'humana', 'pessoa', 'vendedor', 'vendedora', 'consultor'],
  en: ['human', 'person', 'agent', 'operator', 'representative', 'somebody', 'someone'],
  es: ['agente', 'persona', 'asesor', 'asesora', 'operador', 'operadora', 'alguien'],
};

/** Required before one of those terms, so that 'pessoa física' does not match. */
export const ASKING_TERMS = {
  pt: [
    'falar',
    'conversar',
    'chamar',
    'chama',
    'quero',
    'queria',
    'preciso',
    'transferir',
    'transfere',
    'passar',
    'passa',
  ],
  en: ['speak', 'talk', 'chat', 'call', 'want', 'need', 'transfer', 'get', 'real'],
  es: ['hablar', 'conversar', 'llamar', 'quiero', 'necesito', 'transferir', 'pasar', 'pasame'],
};
