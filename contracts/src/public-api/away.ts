import { z } from 'zod';

/** Services that did not answer. The page still shows the data of the other services. */
export const withAway = {
  away: z.array(z.string()).meta({ description: 'Unavailable services, whose data are missing in this answer' }),
};
