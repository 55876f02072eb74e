/**
 * Marks text that gives orders to a machine reader. It is a mark for people and for the writer of an answer, not a
 * wall: answers are made of quotations and computed figures, so an order has nobody to obey it.
 */

interface Pattern {
  weight: number;
  pattern: RegExp;
}

/** From here on a passage is marked. One plain order to a machine is enough; weaker hints have to come together. */
const ENOUGH = 1;

const VERB =
  "(?:add|append|insert|include|integrate|incorporate|embed|mention|promote|advertise|recommend|encode|encrypt|encipher|obfuscate|reverse|invert|translate|render|rewrite|write|convert|format|output|print|replace|substitute|use|apply|provide|modify|enhance|display|express|present|spread|share|shift|augment|enrich)";
/** What only a machine that answers has: an answer in the making. */
const ITS_ANSWER =
  "(?:your|the|this|its) (?:next |final |whole |entire |own )?(?:answer|response|reply|replies|output|message|summary|completion)(?:s|'s|’s)?";

const PATTERNS: readonly Pattern[] = [
  // Setting aside what it was told.
  {
    weight: 1,
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass|do not follow|don't follow)\b[^.!?\n]{0,40}\b(?:previous|prior|above|earlier|preceding|all|any|other|your|the user'?s?)\b[^.!?\n]{0,30}\b(?:instructions?|prompts?|rules?|directions?|guidelines?|commands?|questions?|polic(?:y|ies)|context)\b/i,
  },
  {
    weight: 1,
    pattern: /\b(?:new|updated|real|actual|hidden|secret|system) (?:instructions?|prompts?|directives?)\s*:/i,
  },
  // Giving it another part to play.
  { weight: 1, pattern: /\byou are (?:now|no longer) (?:a|an|in|bound|the|my)\b/i },
  {
    weight: 1,
    pattern:
      /\b(?:pretend|act|behave|respond|answer|speak)\b[^.!?\n]{0,20}\bas (?:if you were|though you were|an? (?:ai|unrestricted|different|evil|helpful))\b/i,
  },
  {
    weight: 0.6,
    pattern: /\bas an? (?:ai|artificial intelligence|large language|language)\b(?: model| assistant)?\b/i,
  },
  {
    weight: 0.6,
    pattern:
      /\b(?:dear|hello|hey|attention|note to|message (?:to|for)|instructions? (?:to|for)) (?:the |any |all )?(?:ai|a\.i\.|llm|language model|chatbot|chat ?bot|assistant|bot|machine reader|agent)s?\b/i,
  },
  {
    weight: 0.6,
    pattern:
      /\b(?:if|when|should) you(?:'re| are)?\b[^.!?\n]{0,20}\b(?:an? )?(?:ai|llm|language model|chatbot|bot|automated system|assistant)\b/i,
  },
  // Its prompt, its tools, its secrets.
  {
    weight: 1,
    pattern:
      /\b(?:reveal|print|show|repeat|output|leak|disclose|tell (?:me|us))\b[^.!?\n]{0,30}\b(?:system prompt|your (?:instructions|prompt|rules|configuration)|hidden prompt|api key|access token|credentials)\b/i,
  },
  {
    weight: 1,
    pattern:
      /<\|?(?:im_start|im_end|system|endoftext)\|?>|\[\/?INST\]|\bBEGIN (?:SYSTEM )?PROMPT\b|^\s*(?:system|assistant)\s*:\s/im,
  },
  // Carrying something out of the house.
  {
    weight: 1,
    pattern:
      /\b(?:send|forward|email|e-mail|post|upload|transmit|exfiltrate|submit|leak)\b[^.!?\n]{0,60}\b(?:data|database|records?|contents?|conversation|table|results?|passwords?|credentials|answers?|customer list|everything)\b[^.!?\n]{0,50}\b(?:to|at|via)\b[^.!?\n]{0,20}(?:https?:\/\/|www\.|[\w.+-]+@[\w-]+\.\w|this (?:address|url|link|server)|webhook)/i,
  },
  {
    weight: 1,
    pattern: /\b(?:drop|truncate|delete from|grant all|alter) (?:table|database|schema|role|\w+\s+where)\b/i,
  },
  { weight: 0.8, pattern: /!\[[^\]]*\]\(https?:\/\/[^)]*[?&][^)]*(?:\{|\$|data|q=)/i },
  {
    weight: 0.8,
    pattern:
      /\b(?:execute|run|call|invoke|use)\b[^.!?\n]{0,20}\b(?:the following|this|these) (?:sql|query|command|code|script|tool|function|statement)s?\b[^.!?\n]{0,40}\b(?:immediately|instead|first|now|without)\b/i,
  },
  // Orders about the answer itself.
  {
    weight: 1,
    pattern: new RegExp(
      `\\b${VERB}\\b[^\\n]{0,120}(?:\\b|["”'’])(?:in|into|to|of|with|by|for|within|using|from)?\\s*\\byour (?:next |final |whole |entire |own )?(?:answer|response|reply|replies|output|message|completion)`,
      "i",
    ),
  },
  {
    weight: 1,
    pattern: new RegExp(
      `\\b(?:in|at the (?:end|start|beginning) of|before|after|within) ${ITS_ANSWER}\\b[^.!?\\n]{0,20}\\b${VERB}\\b`,
      "i",
    ),
  },
  {
    weight: 1,
    pattern:
      /\b(?:reply|respond|answer)\b (?:only |just |always |back |to (?:this|the user|me|everything) )?(?:in|with|using|by|as|backwards?|exclusively)\b[^.!?\n]{0,30}\b(?:base ?\d+|caesar|cipher|rot-?13|morse|emojis?|reverse|backwards?|spanish|french|german|italian|portuguese|japanese|chinese|russian|hex(?:adecimal)?|binary|pig latin|only|code|encod\w+|the (?:word|phrase|sentence))\b/i,
  },
  { weight: 1, pattern: /\b(?:reply|respond|answer)(?: only| just| always)? (?:backwards?|in reverse)\b/i },
  {
    weight: 1,
    pattern:
      /(?<!\b(?:I|we|they|you|he|she) )\b(?:do not|don't|never|under no circumstances) (?:ever )?(?:tell|inform|alert|mention (?:this|that|it) to|reveal (?:this|that|it) to|let)\b[^.!?\n]{0,12}\b(?:the )?(?:user|reader|analyst|person|human|anyone|anybody)s?\b/i,
  },
  {
    weight: 0.6,
    pattern:
      /\b(?:instead|rather than answering|before answering|when answering|when summari[sz]ing|when asked)\b[^.!?\n]{0,40}\b(?:say|state|write|claim|answer|reply|respond|recommend|output|tell)\b/i,
  },
  {
    weight: 0.5,
    pattern:
      /\b(?:copy|paste|repeat|export|dump|list) (?:all|every|the (?:whole|entire|full|complete))\b[^.!?\n]{0,30}\b(?:data|rows?|records?|tables?|customers?|emails?|passwords?|documents?|prompt|above)\b/i,
  },
];

/** True where a text gives orders to a machine that reads it. */
export function isSuspicious(text: string): boolean {
  return suspicion(text) >= ENOUGH;
}

/** The sum of what was found, each pattern once; 1 and above is marked. */
export function suspicion(text: string): number {
  return PATTERNS.reduce((sum, { weight, pattern }) => (pattern.test(text) ? sum + weight : sum), 0);
}
