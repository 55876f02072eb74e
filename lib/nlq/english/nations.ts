import { dictionary } from "./dictionary.ts";

/** Countries by other names, and what people from there are called. The first name is the usual one. */
const nations = `
united states|usa|us|u.s.|united states of america|america : american americans
united kingdom|uk|u.k.|great britain|britain : british britons
england : english
scotland : scottish
wales : welsh
ireland : irish
germany : german germans
france : french
italy : italian italians
spain : spanish
portugal : portuguese
netherlands|the netherlands|holland : dutch
belgium : belgian belgians
switzerland : swiss
austria : austrian austrians
sweden : swedish
norway : norwegian norwegians
denmark : danish
finland : finnish
iceland : icelandic
poland : polish
czech republic|czechia : czech czechs
slovakia : slovak slovaks
hungary : hungarian hungarians
romania : romanian romanians
bulgaria : bulgarian bulgarians
greece : greek greeks
turkey : turkish
russia|russian federation : russian russians
ukraine : ukrainian ukrainians
serbia : serbian serbians
croatia : croatian croatians
canada : canadian canadians
mexico : mexican mexicans
brazil : brazilian brazilians
argentina : argentine argentinian argentines
chile : chilean chileans
colombia : colombian colombians
peru : peruvian peruvians
venezuela : venezuelan
cuba : cuban cubans
australia : australian australians
new zealand : zealander
japan : japanese
china : chinese
india : indian indians
pakistan : pakistani
bangladesh : bangladeshi
indonesia : indonesian
malaysia : malaysian
singapore : singaporean
thailand : thai
vietnam : vietnamese
philippines : filipino filipinos philippine
south korea|korea|republic of korea : korean koreans
taiwan : taiwanese
israel : israeli israelis
egypt : egyptian egyptians
saudi arabia : saudi
united arab emirates|uae : emirati
iran : iranian iranians
iraq : iraqi
south africa : south-african
nigeria : nigerian nigerians
kenya : kenyan kenyans
ethiopia : ethiopian ethiopians
morocco : moroccan moroccans
ghana : ghanaian ghanaians`
  .trim()
  .split("\n")
  .map((line) => line.split(" : "))
  .map(([names = "", people = ""]) => ({ names: names.split("|"), people: people.split(" ") }));

const byWord = dictionary<string[]>(
  Object.fromEntries(
    nations.flatMap(({ names, people }) => [
      ...names.map((name): [string, string[]] => [name, names.filter((other) => other !== name)]),
      ...people.map((word): [string, string[]] => [
        word,
        [...names, ...people.filter((other) => other !== word)],
      ]),
    ]),
  ),
);

/** What else a country, or somebody from there, may be called in the data; empty for all other words. */
export function nationsOf(words: string): string[] {
  return byWord[words.toLowerCase()] ?? [];
}
