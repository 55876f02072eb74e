/** What people are called, by country code. */
export const personNames: Record<string, { first: string[]; last: string[] }> = {
  DE: list(
    "Anna Lukas Miriam Felix Sophie Jan Carolin Tim Nadine Philipp Lea Stefan",
    "Behrens Krüger Schulte Wendt Böhm Haas Lorenz Pohl Seifert Thiele Ulrich Zeller",
  ),
  FR: list(
    "Camille Hugo Élise Julien Manon Théo Inès Romain",
    "Aubert Bonnet Carpentier Fontaine Lemaire Picard Roche",
  ),
  GB: list(
    "Emily Callum Harriet Owen Zara Lewis Imogen Daniel",
    "Bellamy Croft Haworth Ingram Pritchard Redman Sutcliffe",
  ),
  IT: list("Chiara Davide Elena Marco Silvia Luca", "Barbieri Caruso Desantis Gentile Leone Pellegrini"),
  NL: list("Sanne Bram Fleur Daan Lotte Joris", "Bakker Kuiper Postma Schouten Vink Wouters"),
  SE: list("Ebba Oskar Maja Viktor Frida Anton", "Åkesson Björk Lundgren Norberg Sjöberg Öberg"),
  US: list(
    "Megan Tyler Jasmine Caleb Lauren Andre Brooke Ethan Nicole Jordan Amber Cole",
    "Barrett Chavez Dawson Ellis Fleming Garner Holloway Kramer Mercer Nolan Pruitt Vaughn",
  ),
  CA: list("Noah Chantal Liam Genevieve Dylan Maya", "Boucher Campbell Leduc MacLeod Tremblay Wong"),
  BR: list("Beatriz Thiago Larissa Rafael Juliana", "Azevedo Campos Moura Ribeiro Teixeira"),
  MX: list("Mariana Diego Valeria Emiliano", "Cordero Espinoza Lozano Rentería"),
  JP: list("Aiko Daichi Emi Kaito Misaki Ren Yui", "Endo Hayashi Kimura Ogawa Sakamoto Ueda"),
  AU: list("Matilda Lachlan Ruby Angus Georgia", "Barclay Doyle Finch Lawson Whelan"),
  SG: list("Jia Hui|Wei Ming|Kavitha|Zhi Hao|Nur Aisyah|Daniel", "Chua Koh Lim Ng Ong Teo"),
  IN: list("Ananya Rohan Divya Karthik Meera", "Bhatt Iyer Kulkarni Menon Shetty"),
};

function list(first: string, last: string): { first: string[]; last: string[] } {
  return { first: first.split(first.includes("|") ? "|" : " "), last: last.split(" ") };
}
