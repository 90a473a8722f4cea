// check and recommend: tables, documents, JSON, and the two forms that CI systems read (JUnit XML, SARIF 2.1.0).
#pragma once

#include <string>

#include "analysis/budget.h"
#include "analysis/recommend.h"
#include "report/document.h"
#include "report/json.h"

namespace whichchip::report {

// "check": a row per device and budget.
Table check_table(const analysis::Check& check);
Document check_document(const analysis::Comparison& comparison, const analysis::Check& check);
// whichchip.check/1
std::string check_json(const analysis::Comparison& comparison, const analysis::Check& check, const Versions& versions,
                       int indent = 2);
// One testsuite; a broken budget is a failure, an uncertain one is skipped with its message.
std::string check_junit(const analysis::Comparison& comparison, const analysis::Check& check);
// A result per budget that is broken (error) or uncertain (warning), on the file of the model.
std::string check_sarif(const analysis::Comparison& comparison, const analysis::Check& check, const std::string& file,
                        const Versions& versions);

// "feasible" and "misses".
Table feasible_table(const analysis::Comparison& comparison, const analysis::Recommendation& recommendation);
Table misses_table(const analysis::Comparison& comparison, const analysis::Recommendation& recommendation);
Document recommend_document(const analysis::Comparison& comparison, const analysis::Recommendation& recommendation);
// whichchip.recommend/1
std::string recommend_json(const analysis::Comparison& comparison, const analysis::Recommendation& recommendation,
                           const Versions& versions, int indent = 2);

}  // namespace whichchip::report
