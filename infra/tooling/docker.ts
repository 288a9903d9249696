export interface TestContainer {
  stop(): Promise<void>;
}

const startTimeoutMs = 180_000; // The time includes the download of the image.

/** Returns true if a container engine answers. */
export async function hasDocker(): Promise<boolean> {
  // The module is imported on demand, because it is large and most runs need no container.
  const { getContainerRuntimeClient } = await import('testcontainers');
  return await getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
}

/**
 * Starts a container with one published port.
 * Testcontainers removes the container, even if this process is killed.
 *
 * @param options.readyLine output that marks the container as ready
 * @throws Error if the container does not start in time
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
