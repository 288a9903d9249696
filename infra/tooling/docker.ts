export interface TestContainer {
  stop(): Promise<void>;
}

const startTimeoutMs = 180_000; // the image may have to be fetched

/** True when a container engine answers. */
export async function hasDocker(): Promise<boolean> {
  // Loaded only where it is asked for: most runs need no container, and it is large.
  const { getContainerRuntimeClient } = await import('testcontainers');
  return await getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
}

/**
 * Starts a container whose one port is reachable on a given port of this machine. Testcontainers removes it, also
 * when this process is killed.
 *
 * @param options.readyLine what it prints once it can be used
 * @throws when it does not start in time
 */
export async function startContainer(options: {
  image: string;
  port: { container: number; host: number };
  environment?: Record<string, string>;
  readyLine: RegExp;
}): Promise<TestContainer> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(options.image)
    .withExposedPorts(options.port)
    .withEnvironment(options.environment ?? {})
    .withWaitStrategy(Wait.forLogMessage(options.readyLine))
    .withStartupTimeout(startTimeoutMs)
    .start();
  return {
    async stop() {
      await container.stop();
    },
  };
}
