// node24.mjs preloads this file. If the launcher is killed with -9, it cannot forward a signal, but the kernel closes
// its end of this channel, and the program then receives SIGTERM.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
