// Show the arithmetic: how the counts of an operator came about, as text with every number filled in.
//
//   Conv: B·OH·OW·OC·(IC/g)·kh·kw MAC; bias 1 per output
//   MAC    B·OH·OW·OC·(IC/g)·kh·kw = 1·112·112·64·3·7·7 = 118013952
//   vector 1 per output element · 802816 = 802816
//
// Everything is derived from the Workload, so that a decoded link shows the same as the file it was made of.
#pragma once

#include <string>
#include <vector>

#include "workload/workload.h"

namespace whichchip::workload {

struct Provenance {
  std::string rule;                      // name and formula of the rule that counted it; empty without one
  std::vector<std::string> arithmetic;   // one line per product, then vector and transcendental operations, then bytes
  std::vector<std::string> assumptions;  // and for an unknown operator the reason
};

Provenance provenance(const Workload& workload, const Operator& op);

}  // namespace whichchip::workload
