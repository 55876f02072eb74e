import { describe, expect, it } from "vitest";
import { directionOf } from "./direction.ts";

describe("which way a figure went", () => {
  it.each([
    ["Why did losses increase?", "up"],
    ["Why did the cost of bad debt rise?", "up"],
    ["cost of bad debt rise", "up"],
    ["Why are alerts increasing despite lower sales?", "up"],
    ["Despite higher prices, why did revenue fall?", "down"],
    ["Why did growth slow?", "down"],
    ["Why is growth slowing?", "down"],
    ["Why did price increases fall?", "down"],
    ["Why are down payments rising?", "up"],
    ["Why did set up costs fall?", "down"],
    ["Why are sign-ups falling?", "down"],
    ["Why has EMEA margin fallen since 2025?", "down"],
    ["Why have refunds been rising?", "up"],
    ["Why is EMEA margin down?", "down"],
    ["Why is revenue higher than last year?", "up"],
    ["Why is there a drop in orders?", "down"],
    ["Why are we seeing a rise in refunds?", "up"],
    ["Why are we losing customers?", "down"],
    ["What explains the growth in losses?", "up"],
    ["What are the reasons for weak sales?", "down"],
    ["What explains the lower margin in EMEA?", "down"],
    ["What caused revenue to fall?", "down"],
    ["Why are European operations performing badly?", "down"],
    ["Why did churn go up?", "up"],
    ["Why did sales perform worse in Japan?", "down"],
  ])("%s: %s", (question, direction) => expect(directionOf(question)).toBe(direction));

  it.each([
    "Why did revenue fall in Germany and rise in France?",
    "Why did revenue not grow?",
    "Why didn't revenue grow?",
    "What is behind the losses?",
    "Why did losses worsen?",
    "Why did bad debt change?",
    "Why do systems break down?",
    "Revenue by month",
  ])("%s says neither way", (question) => expect(directionOf(question)).toBeNull());
});
