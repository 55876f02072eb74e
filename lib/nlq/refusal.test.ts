import { describe, expect, it } from "vitest";
import { asRemoval, refusal } from "./refusal.ts";

describe("what is no question", () => {
  it.each([
    "please update the price of product 5 to 10",
    "Could you please delete all customers?",
    "delete all customers",
    "truncate orders",
    "set the price of product 5 to 10",
    "Set status to cancelled for customer 3",
    "change the price of product 5 to 12.50",
    "increase all prices by 10 %",
    "mark order 17 as paid",
    "I want to remove customer 5",
  ])("%s is refused: data are only read", (question) => expect(refusal(question)).toMatch(/^I only read/));

  it.each([
    "hi",
    "Hello!",
    "hey there",
    "Good morning",
    "thanks",
    "Thank you very much!",
    "Hi, how are you?",
  ])("%s is greeted back, with what can be asked", (question) =>
    expect(refusal(question)).toMatch(/Ask me .* such as/),
  );

  it.each([
    "select * from book; drop table book",
    "SELECT count(*) FROM customers",
    "select name, city from customers order by name",
    "select name from customers where city is null",
    "with t as (select 1) select * from t",
    "update products set price = 10",
    "DELETE FROM customers",
    "insert into orders values (1)",
    "drop table orders",
  ])("%s is told to be SQL", (question) => expect(refusal(question)).toContain("SQL"));

  it.each([
    "hello world orders in 2025",
    "thanks, and revenue by month?",
    "select customers from Germany",
    "set it to 2025",
    "set the period to 2025",
    "change it to quarters",
    "change Germany to France",
    "change 2024 to 2025",
    "increase in revenue from 2024 to 2025",
    "lower prices first",
    "change in revenue by month",
    "price changes in 2025",
    "How many orders were deleted?",
    "can you show revenue by month",
  ])("%s may be a question", (question) => expect(refusal(question)).toBeNull());

  it("takes drop and remove for a filter that is given up, however politely it is said", () => {
    expect(asRemoval("can you please remove Germany")).toBe("without Germany");
    expect(asRemoval("now drop the region")).toBe("without the region");
    expect(asRemoval("drop table orders")).toBeNull();
    expect(asRemoval("delete all customers")).toBeNull();
  });
});
