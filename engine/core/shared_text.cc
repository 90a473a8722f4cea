#include "core/shared_text.h"

#include <cstring>
#include <new>

namespace whichchip::core {

SharedText::SharedText(const SharedText& other) noexcept : block_(other.block_) {
  if (block_ != nullptr) ++block_->references;
}

SharedText::~SharedText() {
  if (block_ != nullptr && --block_->references == 0) ::operator delete(block_);
}

SharedText::Block* SharedText::make(std::string_view text) {
  if (text.empty()) return nullptr;
  auto* block = new (::operator new(sizeof(Block) + text.size())) Block{1, text.size()};
  std::memcpy(characters(block), text.data(), text.size());
  return block;
}

}  // namespace whichchip::core
