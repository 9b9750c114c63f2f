/** `AGENDADA`: handed to the outbox. */
export const SCHEDULE_STATUSES = ['PENDENTE', 'AGENDADA', 'ENVIADA', 'ERRO'] as const;

export const REPEATS = ['never', 'weekly', 'monthly'] as const;
