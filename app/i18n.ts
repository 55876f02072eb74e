import { getRequestConfig } from "next-intl/server";

/** One locale for now; the texts already live outside the components. */
export default getRequestConfig(async () => ({
  locale: "en",
  messages: (await import("./messages/en.json")).default,
  timeZone: "UTC",
}));
