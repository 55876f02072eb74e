/** Somebody known by name, after the person that he or she reports to. */
interface Leader {
  name: string;
  title: string;
  department: string;
  countryCode: string;
  hiredOn: string;
  manager: string | null;
}

const chief = "Astrid Nordahl";
const commercial = "Marta Keller";
const emea = "Tobias Reinholt";
const americas = "Denise Calloway";
const asia = "Kenji Arakawa";
const support = "Aoife Brennan";
const product = "Lars Ekdahl";

/** Those whom documents, customers and projects name. */
export const leaders: readonly Leader[] = [
  leader(chief, "Chief Executive Officer", "Executive", "DE", "2014-05-01", null),
  leader("Henrik Lausten", "Chief Financial Officer", "Finance", "DE", "2017-02-01", chief),
  leader(commercial, "Chief Commercial Officer", "Sales", "DE", "2018-09-03", chief),
  leader(emea, "Vice President EMEA", "Sales", "DE", "2016-04-04", commercial),
  leader(americas, "Vice President Americas", "Sales", "US", "2017-10-02", commercial),
  leader(asia, "Vice President APAC", "Sales", "SG", "2019-01-07", commercial),
  leader(support, "Head of Support", "Support", "GB", "2018-06-11", chief),
  leader("Ruben Castellanos", "Head of Supply Chain", "Supply Chain", "NL", "2019-08-19", chief),
  leader("Sabine Voss", "Head of Compliance", "Compliance", "DE", "2020-01-13", "Henrik Lausten"),
  leader(product, "Head of Product", "Product", "SE", "2015-11-02", chief),
  leader("Ingrid Solheim", "Director of Project Aurora", "Product", "SE", "2021-03-01", product),
  leader("Niamh Gallagher", "Support Lead", "Support", "GB", "2019-03-18", support),
  leader("Travis Boone", "Support Lead", "Support", "US", "2020-07-06", support),
  leader("Siti Rahman", "Support Lead", "Support", "SG", "2021-02-15", support),
  leader("Matthias Roth", "Engineering Manager", "Engineering", "DE", "2016-08-22", product),
  leader("Elaine Porter", "Engineering Manager", "Engineering", "US", "2018-01-29", product),
  leader("Goh Wen Jie", "Engineering Manager", "Engineering", "SG", "2019-05-27", product),
  leader("Zhang Wei", "Senior Hardware Engineer", "Engineering", "SG", "2019-09-09", "Goh Wen Jie"),
  leader("Li Na", "Senior Software Engineer", "Engineering", "SG", "2020-11-16", "Goh Wen Jie"),
  leader("Katrin Seidel", "Account Manager", "Sales", "DE", "2017-03-06", emea),
  leader("Jonas Albrecht", "Account Manager", "Sales", "DE", "2019-10-14", emea),
  leader("Claire Dubois", "Account Manager", "Sales", "FR", "2018-02-12", emea),
  leader("Oliver Whitfield", "Account Manager", "Sales", "GB", "2020-09-21", emea),
  leader("Giulia Marchetti", "Account Manager", "Sales", "IT", "2019-06-03", emea),
  leader("Pieter de Wit", "Account Manager", "Sales", "NL", "2016-11-28", emea),
  leader("Elin Sandberg", "Account Manager", "Sales", "SE", "2021-04-19", emea),
  leader("Rachel Donovan", "Account Manager", "Sales", "US", "2017-07-17", americas),
  leader("Marcus Hale", "Account Manager", "Sales", "US", "2019-12-02", americas),
  leader("Priya Raman", "Account Manager", "Sales", "CA", "2020-03-09", americas),
  leader("Luís Carvalho", "Account Manager", "Sales", "BR", "2018-08-27", americas),
  leader("Sofía Herrera", "Account Manager", "Sales", "MX", "2021-06-14", americas),
  leader("Haruto Mori", "Account Manager", "Sales", "JP", "2019-04-08", asia),
  leader("Mei Ling Tan", "Account Manager", "Sales", "SG", "2020-01-20", asia),
  leader("Arjun Nair", "Account Manager", "Sales", "IN", "2021-09-13", asia),
  leader("Chloe Bennett", "Account Manager", "Sales", "AU", "2018-05-21", asia),
];

function leader(
  name: string,
  title: string,
  department: string,
  countryCode: string,
  hiredOn: string,
  manager: string | null,
): Leader {
  return { name, title, department, countryCode, hiredOn, manager };
}
