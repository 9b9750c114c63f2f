export type OptOutView = {
  id: number;
  number: string;
  /** Null for a number that no contact has. */
  contactName: string | null;
  /** The customer's text; '' when a person of the company entered it. */
  keyword: string;
  userName: string | null;
  createdAt: string;
};

export type OptOutPage = { records: OptOutView[]; count: number; hasMore: boolean };
