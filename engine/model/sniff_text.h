// The textual half of sniff.h: pages, pointers and descriptions that stand where a model should.
#pragma once

#include <optional>
#include <string_view>

#include "model/sniff.h"

namespace whichchip::model {

std::optional<Lookalike> sniff_text(std::string_view head);

}  // namespace whichchip::model
