interface Stoppable {
  stop(): Promise<unknown>;
}

/** Runs `work`, and afterwards stops all parts that it started, in reverse order, even after an error. */
export async function stopping<Result>(
  work: (started: <Part extends Stoppable>(starting: Promise<Part>) => Promise<Part>) => Promise<Result>,
): Promise<Result> {
  const stops: (() => Promise<unknown>)[] = [];
  try {
    return await work((starting) =>
      starting.then((part) => {
        stops.push(() => part.stop());
        return part;
      }),
    );
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}
