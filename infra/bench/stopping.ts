interface Stoppable {
  stop(): Promise<unknown>;
}

/** Does work with parts that it starts, and stops them afterwards, the last one first, also where one does not start. */
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
