import pino from "pino";

/** For operators, on standard error: standard output belongs to the commands' answers. */
export const log = pino(
  { level: process.env.CAUSEWAY_LOG ?? "info", base: null, serializers: { error: pino.stdSerializers.err } },
  pino.destination({ dest: 2, sync: true }),
);
