import type { TicketTexts } from "./ticket-writing.ts";

/** Slots: product, sku, serial, date, month, weekday, version, amount, customer. */
export const hardwareTexts = {
  calibration: {
    subjects: [
      "Calibration of {sku}",
      "Calibration certificate [missing|needed]",
      "Recalibration interval",
      "Certificate for serial {serial}",
    ],
    problems: [
      "the calibration certificate for our {product}, serial {serial}, is [missing|not in the box].",
      "how often does the {product} have to be recalibrated in [a food|a pharma|an ATEX] environment?",
      "we want to send in [four|six|ten] {product} for calibration in {month}. What is the turnaround?",
      "the certificate of {serial} shows another serial number than the type plate.",
      "our auditor does not accept the factory calibration of the {product} and asks for an accredited one.",
      "the zero point of the {product} is off by [0.3|0.5|0.8] percent, the last calibration was in {month}.",
    ],
    details: [
      "Bought in {month}, article {sku}.",
      "The audit was announced on {date}.",
      "We can do without it for a week at most.",
      "The old ones came with a PDF, which was handy.",
    ],
    wishes: ["Please send the document.", "Please quote.", "What do you recommend?", "Can you pick them up?"],
  },
  firmware: {
    subjects: [
      "Firmware {version}",
      "Update [fails|stuck]",
      "After the update to {version}",
      "Release notes?",
    ],
    problems: [
      "the firmware update of our {product} to {version} stops at [47|80|99] percent.",
      "since firmware {version} the {product} restarts [every night|once a day].",
      "where can I [find|download] firmware {version} for article {sku}? The page says not found.",
      "is {version} safe for the {product}, or should we stay on the older release?",
      "after the update the {product} lost its [Modbus address|network settings|scaling].",
    ],
    details: [
      "Serial is {serial}.",
      "Power cycle did not help.",
      "Two identical units updated without a problem.",
      "We had to drive out to the site for it, [90|120] km each way.",
    ],
    wishes: [
      "How do we get back to the previous version?",
      "Please send the file directly.",
      "Is this a known problem?",
      "Please call me before {weekday}.",
    ],
  },
  gatewayOffline: {
    subjects: [
      "Gateway offline",
      "{sku} [loses connection|does not connect]",
      "No data since {date}",
      "Gateway [drops out|goes offline] every night",
    ],
    problems: [
      "our {product} has been offline since {date}. The LED blinks [red|orange].",
      "the gateway ({serial}) loses the connection every night around [two|three|four] and comes back by itself.",
      "no data from the {product} since {weekday}, the sensors behind it are fine.",
      "after the provider changed our SIM card the {product} does not come online any more.",
      "the {product} shows connected but the values [stand still|are hours old].",
    ],
    details: [
      "Firmware is {version}.",
      "Nothing changed in the firewall, says IT.",
      "We swapped the antenna, no change.",
      "That is [eleven|twenty] sensors we cannot see.",
      "Production is waiting.",
    ],
    wishes: [
      "We need this [today|urgently].",
      "Please call.",
      "Is there an outage on your side?",
      "What should we check next?",
    ],
  },
  drift: {
    subjects: [
      "Readings of {sku} drift",
      "Wrong values",
      "{product} [unstable|noisy]",
      "Measurement [jumps|drifts]",
    ],
    problems: [
      "the {product} reads about [two|three|five] percent too high compared with our reference.",
      "values of the {product} jump whenever the [pump|mixer|inverter] starts.",
      "serial {serial}: the reading drifts over the day and is back to normal in the morning.",
      "we replaced an older model by the {product} and the values do not match the old trend.",
      "in cold weather the {product} shows nonsense, below [zero|minus five] it freezes at one value.",
    ],
    details: [
      "Cable is shielded, about [30|60] m.",
      "Grounding was checked on {date}.",
      "Installed in {month}.",
      "A second unit behaves the same, so I doubt it is the unit.",
      "Trend attached.",
    ],
    wishes: [
      "Is that normal?",
      "Could it be a setting?",
      "Do we have to send it in?",
      "Please let me know what to measure.",
    ],
  },
  advice: {
    subjects: [
      "Which sensor for [steam|slurry|ammonia|oil]?",
      "{sku} for outdoor use",
      "Alternative to {sku}",
      "Question before ordering",
    ],
    problems: [
      "is the {product} suitable for [hot oil|sea water|slurry with sand|caustic cleaning]?",
      "we are looking for something like the {product} but with [a longer probe|a display|an Ex approval].",
      "can the {product} be mounted [upside down|outdoors without a roof|next to a 400 V cable]?",
      "what is the delivery time for [ten|twenty|fifty] {product}?",
      "which cable do I need for article {sku}?",
    ],
    details: [
      "Temperature is up to [80|120|140] degrees.",
      "Pipe is DN50, stainless.",
      "The data sheet leaves that open.",
      "We would need it within [two|three|four] weeks.",
    ],
    wishes: [
      "Thanks for your advice.",
      "Please call me, it is easier to explain.",
      "A data sheet would help.",
      "Please send an offer too.",
    ],
  },
  installation: {
    subjects: [
      "Wiring of {sku}",
      "Installation question",
      "Modbus [registers|address]",
      "Commissioning {product}",
    ],
    problems: [
      "the wiring diagram of the {product} and the label on the housing disagree: [brown and blue|pins 3 and 4] are swapped.",
      "which Modbus register holds the [status|unit|serial number] of the {product}?",
      "we cannot get the {product} to talk to a [Siemens|Beckhoff|Allen-Bradley] controller over [Modbus TCP|HART|Profinet].",
      "the thread of the {product} is G½ and not NPT as ordered, does an adapter affect accuracy?",
      "the password for commissioning the {product} is not in the manual.",
    ],
    details: [
      "Serial {serial}.",
      "The fitter is on site until {weekday}.",
      "Manual is revision [C|D].",
      "It is the first one of this kind for us.",
    ],
    wishes: [
      "Please help quickly.",
      "A photo of a correct installation would be great.",
      "Can you join by video?",
      "Thanks.",
    ],
  },
  praise: {
    subjects: ["Feedback on {product}", "Works well", "Compliments"],
    problems: [
      "the {product} has been running for a year without a single fault. [Impressed|Respect].",
      "installed [twelve|twenty] {product} last week, took [half|a quarter of] the time we had planned.",
      "accuracy of the {product} is better than the data sheet says, we checked against our lab.",
    ],
    details: [
      "You may quote us.",
      "Only the packaging is a bit much.",
      "The quick guide is the best I have seen.",
    ],
    wishes: ["Thanks to the team.", "We will order more.", "That is all, have a good week."],
  },
} satisfies Record<string, TicketTexts>;
