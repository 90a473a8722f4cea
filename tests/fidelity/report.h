// The error tables: what `fidelity` prints, and what docs/fidelity.md holds.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "fidelity/cases.h"
#include "fidelity/fit.h"

namespace whichchip::fidelity {

struct Row {
  const Case* source = nullptr;
  Prediction prediction;
};

using Table = std::map<std::string, std::vector<Prediction>>;

// Time, power and energy apart: "gpu/engine", "gpu/engine power".
Table by_group(const std::vector<Row>& rows);
// A class × runtime split along one line: batch, precision, family of the network, boundary.
enum class Regime { batch, precision, family, boundary };
Table by_regime(const std::vector<Row>& rows, Regime regime);
// Rows of power and energy: "power, idle measured", "energy, idle by default", …
Table by_idle(const std::vector<Row>& rows);
Table by_device(const std::vector<Row>& rows);
Table by_model(const std::vector<Row>& rows);

// Order of the devices that a model was measured on, at equal size, precision and batch: within a class × runtime, and
// of all devices ("all").
std::map<std::string, Order> device_orders(const std::vector<Row>& rows);

enum class Form { text, markdown };
void print(const Table& table, const std::string& title, Form form);
void print(const std::map<std::string, Order>& orders, Form form);
void print_row(const Row& row);
void print(const std::string& group, const std::vector<std::string>& names, const Fit& fit, Form form);
void print_fit_header(Form form);

}  // namespace whichchip::fidelity
