/** How addresses look in a country: `#` in the postal code stands for a digit, `@` for a letter. */
export interface AddressStyle {
  streets: string[];
  numberFirst: boolean;
  postalCode: string;
  dialling: string;
}

/** By country code. */
export const addressStyles: Record<string, AddressStyle> = {
  DE: {
    streets: ["Industriestraße", "Am Hafen", "Werkstraße", "Gewerbepark", "Bahnhofstraße", "Lange Reihe"],
    numberFirst: false,
    postalCode: "#####",
    dialling: "+49",
  },
  FR: {
    streets: ["rue de l'Industrie", "avenue Jean Jaurès", "chemin des Forges", "quai du Port"],
    numberFirst: true,
    postalCode: "#####",
    dialling: "+33",
  },
  GB: {
    streets: ["Foundry Lane", "Station Road", "Canal Street", "Mill Road", "Kingsway"],
    numberFirst: true,
    postalCode: "@@# #@@",
    dialling: "+44",
  },
  IT: {
    streets: ["Via dell'Artigianato", "Via Roma", "Viale Industria", "Via Galileo Galilei"],
    numberFirst: false,
    postalCode: "#####",
    dialling: "+39",
  },
  NL: {
    streets: ["Havenweg", "Industrieweg", "Kanaaldijk", "Stationsplein"],
    numberFirst: false,
    postalCode: "#### @@",
    dialling: "+31",
  },
  SE: {
    streets: ["Fabriksgatan", "Hamngatan", "Verkstadsvägen", "Järnvägsgatan"],
    numberFirst: false,
    postalCode: "### ##",
    dialling: "+46",
  },
  US: {
    streets: ["Industrial Parkway", "Commerce Drive", "Mill Street", "Lakeview Avenue", "Railroad Avenue"],
    numberFirst: true,
    postalCode: "#####",
    dialling: "+1",
  },
  CA: {
    streets: ["Enterprise Way", "Dundas Street", "Industrial Road", "Harbour Street"],
    numberFirst: true,
    postalCode: "@#@ #@#",
    dialling: "+1",
  },
  BR: {
    streets: ["Avenida Industrial", "Rua das Palmeiras", "Avenida Paulista", "Rua do Porto"],
    numberFirst: false,
    postalCode: "#####-###",
    dialling: "+55",
  },
  MX: {
    streets: ["Avenida Industrias", "Calle Hidalgo", "Boulevard Juárez"],
    numberFirst: false,
    postalCode: "#####",
    dialling: "+52",
  },
  JP: {
    streets: ["Minato-ku Kaigan", "Chūō-ku Honmachi", "Nishi-ku Minatomirai", "Kita-ku Umeda"],
    numberFirst: false,
    postalCode: "###-####",
    dialling: "+81",
  },
  AU: {
    streets: ["Wharf Road", "Foundry Street", "Great Eastern Highway", "Quarry Road"],
    numberFirst: true,
    postalCode: "####",
    dialling: "+61",
  },
  SG: {
    streets: ["Tuas Avenue", "Jurong Port Road", "Pioneer Sector", "Ubi Crescent"],
    numberFirst: true,
    postalCode: "######",
    dialling: "+65",
  },
  IN: {
    streets: ["MIDC Road", "Industrial Estate", "Station Road", "Ring Road"],
    numberFirst: true,
    postalCode: "######",
    dialling: "+91",
  },
};
