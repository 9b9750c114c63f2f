/** What may answer in the place of a person. */
export const MACHINE_KINDS = ['prompt', 'integration', 'invoices'] as const;

export type MachineKind = (typeof MACHINE_KINDS)[number];

/** Whoever says one of these wants a person; without accents, in lower case. */
export const PERSON_WORDS = {
  pt: ['atendente', 'atendentes', 'humano', 'humana', 'pessoa', 'vendedor', 'vendedora', 'consultor'],
  en: ['human', 'person', 'agent', 'operator', 'representative', 'somebody', 'someone'],
  es: ['agente', 'persona', 'asesor', 'asesora', 'operador', 'operadora', 'alguien'],
};

/** Before one of those words, so that 'pessoa física' calls nobody. */
export const ASKING_WORDS = {
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
