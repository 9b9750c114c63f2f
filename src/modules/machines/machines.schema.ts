/** What may answer in the place of a person. */
export const MACHINE_KINDS = ['prompt', 'integration', 'invoices'] as const;
