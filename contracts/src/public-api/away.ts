import { z } from 'zod';

/** Services that did not answer. The page still shows the data of the others. */
export const withAway = {
  away: z.array(z.string()).meta({ description: 'Services of ours that could not be asked: theirs is missing' }),
};
