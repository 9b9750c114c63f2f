/** Contract: http §10. */
export const BILLING_CALLS = {
  'GET /invoices/all': {
    '*.': ['id', 'detail', 'status', 'value', 'dueDate', 'companyId', 'createdAt', 'updatedAt'],
  },
  'POST /subscription': { '': ['qrcode', 'valor'], 'qrcode.': ['qrcode'], 'valor.': ['original'] },
  'POST /subscription/webhook/:type': { '': ['ok'] },
};
