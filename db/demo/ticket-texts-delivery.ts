import type { TicketTexts } from "./ticket-writing.ts";

/** Slots: order, product, sku, date, month, weekday, amount, customer. */
export const deliveryTexts = {
  orderStatus: {
    subjects: ["Order {order}", "Where is order {order}?", "Delivery date?", "Status of our order"],
    problems: [
      "could you tell me when order {order} will be delivered?",
      "we ordered on {ordered} and have not [heard anything|got a confirmation] since.",
      "please [split|speed up] order {order} if you can, the {product} is what we need first.",
      "the tracking link of order {order} does not work.",
      "can the delivery address of order {order} still be changed?",
    ],
    details: [
      "Our customer number is {customer}.",
      "The plant is closed in [August|the last week of the year].",
      "Goods receipt is open until two.",
      "It is for a project with a fixed date.",
    ],
    wishes: [
      "Thanks for a short answer.",
      "Please confirm a date.",
      "Please let me know.",
      "A week more or less is fine, I just need to know.",
    ],
  },
  lateHamburg: {
    subjects: [
      "Delivery [stuck in Hamburg|late again]",
      "Order {order} overdue",
      "Hamburg port: when?",
      "Late delivery of order {order}",
      "Still waiting for order {order}",
    ],
    problems: [
      "order {order} was promised for {promised} and the carrier says the container is [stuck in the port of Hamburg|waiting at Tollerort].",
      "the delivery is more than [a week|nine days|ten days] late. We are told a crane in Hamburg is broken.",
      "your carrier keeps postponing order {order} because of the go-slow at the Hamburg terminal.",
      "this is the [second|third] late delivery through Hamburg [this autumn|in a row]. Our line stands still without the {product}.",
      "nobody can tell us when the shipment in Hamburg will move. Order {order}, {product}.",
    ],
    details: [
      "We have a penalty clause with our own customer.",
      "Why not send it by way of Bremerhaven or Rotterdam?",
      "The fitters were booked for {weekday} and had to be sent home.",
      "Halden delivers within three days at the moment.",
      "I understand it is not your fault, but we need a plan.",
    ],
    wishes: [
      "Please send a replacement by road.",
      "We expect a firm date.",
      "If it is not here by {weekday} we will return it.",
      "Who pays for the downtime?",
    ],
  },
  returns: {
    subjects: [
      "Return of order {order}",
      "How to return {sku}",
      "Refund not received",
      "Wrong article ordered",
    ],
    problems: [
      "we ordered the wrong variant ({sku}) and would like to return it. It is [unopened|still in its box].",
      "how many days do we have to return goods of order {order}?",
      "we sent the {product} back on {date} and are still waiting for the refund of {amount} euros.",
      "the project was cancelled, can we return [two|four] {product} from order {order}?",
      "the return label for order {order} has expired.",
    ],
    details: [
      "We are aware of the deadline, it arrived on {date}.",
      "The parcel number is on the attached slip.",
      "Your policy page mentions different numbers of days.",
      "A credit note is fine as well.",
    ],
    wishes: [
      "Please send a return label.",
      "When can we expect the money?",
      "Please confirm that this is possible.",
      "Thanks for sorting it out.",
    ],
  },
  damaged: {
    subjects: [
      "Damaged on arrival: {order}",
      "Broken display",
      "Parcel damaged",
      "Missing parts in order {order}",
    ],
    problems: [
      "the {product} from order {order} arrived with a [cracked housing|bent connector|broken display].",
      "the parcel was [wet|crushed] and the driver left before we could look inside.",
      "order {order} is incomplete, [the mounting kit|one of three units|the manual] is missing.",
      "we got the {product} of somebody else, the label shows another company.",
    ],
    details: [
      "Photos attached.",
      "Damage was noted on the delivery slip.",
      "We had to borrow a unit.",
      "The packaging is still here.",
    ],
    wishes: [
      "Please replace it.",
      "What should we do with the damaged one?",
      "Please send the missing part.",
      "We need a replacement before {weekday}.",
    ],
  },
  documents: {
    subjects: [
      "Certificate of origin for {order}",
      "Safety data / [RoHS|REACH] declaration",
      "Customs number {sku}",
      "Invoice address wrong",
    ],
    problems: [
      "customs asks for a certificate of origin for order {order}.",
      "please send a [RoHS|REACH|conflict minerals] declaration for article {sku}.",
      "which customs tariff number does the {product} have?",
      "the invoice for order {order} shows our old address.",
      "we need a delivery note with the serial numbers for order {order}.",
    ],
    details: [
      "The goods are at the border since {weekday}.",
      "Our purchasing department needs it for the file.",
      "As a PDF is fine.",
      "Same as last year.",
    ],
    wishes: [
      "Please send it by mail.",
      "Thanks in advance.",
      "Please correct and resend.",
      "Can this be automatic in future?",
    ],
  },
} satisfies Record<string, TicketTexts>;
