/** Loaded before the program: ends it cleanly when the process that started it is gone, however that died. */
if (process.channel) {
  process.channel.unref();
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}
