import { z } from 'zod';

/** Names the services that did not answer a page that asks several: the others' answers are shown all the same. */
export const withAway = {
  away: z.array(z.string()).meta({ description: 'Services of ours that could not be asked: theirs is missing' }),
};
