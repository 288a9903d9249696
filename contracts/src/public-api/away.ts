import { z } from 'zod';

/** Where all our services are asked, those that are not there take nothing from the others. */
export const withAway = {
  away: z.array(z.string()).meta({ description: 'Services of ours that could not be asked: theirs is missing' }),
};
