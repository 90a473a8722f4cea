// The two phases of a language model as tables, a chart, sections of a report, a document and a JSON part.
#pragma once

#include <vector>

#include "analysis/language.h"
#include "report/document.h"

namespace whichchip::report {

// "language": a row per device at the report's context: first token, further tokens, energy, cache, what fits.
Table language_table(const analysis::LanguageReport& report);
// "token_energy": energy of one token by kind, adding up to its total.
Table token_energy_table(const analysis::LanguageReport& report);
// "first_token" and "token": a row per device, a column per length of context.
Table first_token_table(const analysis::LanguageReport& report);
Table token_table(const analysis::LanguageReport& report);
// Time of a token over the context, a line per device (the fastest few).
Chart token_chart(const analysis::LanguageReport& report);

std::vector<Section> language_sections(const analysis::LanguageReport& report);
// For a comparison of which `language` is filled in.
Document language_document(const analysis::Comparison& comparison);

}  // namespace whichchip::report
