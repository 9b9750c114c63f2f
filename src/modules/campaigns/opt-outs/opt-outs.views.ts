export type OptOutView = {
  id: number;
  number: string;
  /** Null for a number that no contact has. */
  contactName: string | null;
  /** What they wrote; '' when somebody of the company entered it. */
  keyword: string;
  /** Who entered it, if they are still there. */
  userName: string | null;
  createdAt: string;
};

export type OptOutPage = { records: OptOutView[]; count: number; hasMore: boolean };
