import { describe, expect, it } from "vitest";
import { statesCause } from "./sentences.ts";

describe("whether a sentence states a cause", () => {
  it.each([
    "The main reason is the price of compliance.",
    "The main reasons for the fall in margin are two new rules.",
    "The reason why customers left was the price.",
    "Within Germany it has two main causes: compliance cost tripled, and freight rose because of the strike.",
    "Margin fell because compliance cost tripled.",
    "Because of the strike, freight cost rose by half.",
    "Due to late deliveries, two customers cancelled.",
    "The delay was caused by a failed inspection.",
    "The new rule led to higher compliance cost.",
    "As a result of the recall, refunds doubled.",
    "Refunds doubled as a result of the recall.",
    "The fall is explained by lower prices in Germany.",
    "Growth was driven by new customers.",
    "Higher freight rates were the main cause of the loss.",
    "Delivery times improved thanks to the second warehouse.",
  ])("%s", (sentence) => expect(statesCause(sentence)).toBe(true));

  it.each([
    "Results in the third quarter were in line with the plan.",
    "State the reason for the return on the form.",
    "Please give the reason for the claim.",
    "Thanks to everyone who attended.",
    "Revenue fell in Germany and rose in France.",
    "The form has a field for the reasons.",
    "Why did margin fall because of the rule?",
    "The result from the audit is attached.",
    "It is due on Friday.",
    "Payment is a condition for the reasons given in section 4.",
  ])("%s states none", (sentence) => expect(statesCause(sentence)).toBe(false));
});
