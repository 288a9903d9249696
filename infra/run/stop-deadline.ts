/** Maximum time between a signal and the end of the process. `docker stop` kills processes after 10 s. */
export const stopDeadlineMs = 9_000;
