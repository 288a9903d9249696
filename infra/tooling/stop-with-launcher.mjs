// node24.mjs preloads this file into the program that it starts. A launcher that is killed with -9 cannot forward a
// signal. But the kernel then closes the launcher's end of the IPC channel, and this handler ends the program with
// SIGTERM.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
