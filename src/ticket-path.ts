export const ticketPath = (uuid: string) => `/tickets/${uuid}`;
