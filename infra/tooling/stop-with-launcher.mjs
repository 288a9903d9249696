// Loaded by node24.mjs ahead of the program. A launcher that is killed hard cannot pass a signal on, but the kernel
// closes its end of this channel: the program is then told to end, as by `kill`.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
