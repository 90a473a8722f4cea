#include "fidelity/report.h"

#include <array>
#include <cstdio>
#include <cstring>

#include "fidelity/statistics.h"

namespace whichchip::fidelity {
namespace {

const char* quantity_name(Quantity q) { return q == Quantity::time ? "" : q == Quantity::power ? " power" : " energy"; }

std::string group_of(const Row& row) { return row.prediction.group + quantity_name(row.prediction.quantity); }

const char* family_of(const std::string& model) {
  static constexpr std::array<std::pair<const char*, const char*>, 24> families{{
      {"mobilenet", "depthwise"},     {"efficientnet_edgetpu", "convolution"},
      {"efficientnet", "depthwise"},  {"mnasnet", "depthwise"},
      {"shufflenet", "depthwise"},    {"convnext", "depthwise"},
      {"ssd_mobilenet", "detection"}, {"ssd", "detection"},
      {"retinanet", "detection"},     {"yolo", "detection"},
      {"deeplab", "segmentation"},    {"unet", "segmentation"},
      {"resnext", "grouped"},         {"regnet", "grouped"},
      {"bert", "transformer"},        {"roberta", "transformer"},
      {"distilbert", "transformer"},  {"vit", "transformer"},
      {"swin", "transformer"},        {"vgg", "convolution"},
      {"resnet", "convolution"},      {"wide_resnet", "convolution"},
      {"squeezenet", "convolution"},  {"inception", "convolution"},
  }};
  for (const auto& [prefix, family] : families)
    if (model.compare(0, std::strlen(prefix), prefix) == 0) return family;
  return "convolution";
}

std::string batch_range(std::int64_t batch) { return batch == 1 ? "1" : batch <= 8 ? "2 to 8" : "above 8"; }

template <class Key>
Table table_of(const std::vector<Row>& rows, Key key) {
  Table table;
  for (const Row& row : rows) table[key(row)].push_back(row.prediction);
  return table;
}

double percent(double share) { return 100 * share; }

}  // namespace

Table by_group(const std::vector<Row>& rows) { return table_of(rows, group_of); }

Table by_idle(const std::vector<Row>& rows) {
  std::vector<Row> watts;
  for (const Row& row : rows)
    if (row.prediction.quantity != Quantity::time) watts.push_back(row);
  return table_of(watts, [](const Row& row) {
    const bool measured = row.source->device.idle && row.source->device.idle->measured;
    const std::string quantity = row.prediction.quantity == Quantity::power ? "power" : "energy";
    return quantity + (measured ? ", idle measured" : ", idle by default");
  });
}

Table by_regime(const std::vector<Row>& rows, Regime regime) {
  return table_of(rows, [regime](const Row& row) {
    const Measurement& m = row.source->measurement;
    switch (regime) {
      case Regime::batch:
        return group_of(row) + ", batch " + batch_range(m.batch);
      case Regime::precision:
        return group_of(row) + ", " + m.precision;
      case Regime::family:
        return group_of(row) + ", " + family_of(m.model);
      case Regime::boundary:
        break;
    }
    return group_of(row) + ", " + m.boundary;
  });
}

Table by_device(const std::vector<Row>& rows) {
  return table_of(rows, [](const Row& row) { return group_of(row) + " " + row.source->measurement.device; });
}

Table by_model(const std::vector<Row>& rows) {
  return table_of(rows, [](const Row& row) { return group_of(row) + " " + row.source->measurement.model; });
}

std::map<std::string, Order> device_orders(const std::vector<Row>& rows) {
  Table sets;
  for (const Row& row : rows) {
    if (row.prediction.quantity != Quantity::time) continue;
    const Measurement& m = row.source->measurement;
    std::string key = m.model + "," + m.precision + "," + std::to_string(m.batch);
    for (const auto& [name, value] : m.dims) key += "," + name + "=" + std::to_string(value);
    sets["all\n" + key].push_back(row.prediction);
    sets[row.prediction.group + "\n" + key].push_back(row.prediction);
  }
  std::map<std::string, Order> orders;
  for (const auto& [key, predictions] : sets) {
    const Order order = order_of(predictions);
    Order& sum = orders[key.substr(0, key.find('\n'))];
    sum.concordant += order.concordant;
    sum.discordant += order.discordant;
  }
  return orders;
}

void print(const Table& table, const std::string& title, Form form) {
  if (form == Form::markdown)
    std::printf(
        "| %s | n | median | mean | ×1.25 | ×1.5 | bias | covered | interval "
        "|\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n",
        title.c_str());
  else
    std::printf("%-44s %5s %7s %7s %6s %6s %6s %6s %6s %6s %7s\n", title.c_str(), "n", "median", "mean", "x1.25",
                "x1.5", "p90", "bias", "cover", "width", "stretch");
  for (const auto& [name, predictions] : table) {
    const Errors e = errors_of(predictions);
    if (form == Form::markdown)
      std::printf("| %s | %zu | %.1f %% | %.1f %% | %.0f %% | %.0f %% | ×%.2f | %.0f %% | ×/÷ %.2f |\n", name.c_str(),
                  e.count, percent(e.median), percent(e.mean), percent(e.within_quarter), percent(e.within_half),
                  e.bias, percent(e.coverage), e.width);
    else
      std::printf("%-44s %5zu %6.1f%% %6.1f%% %5.0f%% %5.0f%% %6.2f %6.2f %5.0f%% %6.2f %7.2f\n", name.c_str(), e.count,
                  percent(e.median), percent(e.mean), percent(e.within_quarter), percent(e.within_half), e.ninety,
                  e.bias, percent(e.coverage), e.width, e.stretch);
  }
  std::printf("\n");
}

void print(const std::map<std::string, Order>& orders, Form form) {
  if (form == Form::markdown)
    std::printf("| order of devices per model | pairs | Kendall τ |\n|---|--:|--:|\n");
  else
    std::printf("%-44s %7s %7s\n", "order of devices per model", "pairs", "tau");
  for (const auto& [name, order] : orders)
    std::printf(form == Form::markdown ? "| %s | %zu | %.2f |\n" : "%-44s %7zu %7.2f\n", name.c_str(),
                order.concordant + order.discordant, order.tau());
  std::printf("\n");
}

void print_row(const Row& row) {
  const Measurement& m = row.source->measurement;
  const Prediction& p = row.prediction;
  std::printf("%s %-22s %-24s %-14s %-5s b%-5lld %-10s %11.6g %11.6g x%5.2f  %s\n", m.id.c_str(), m.model.c_str(),
              hardware::key(row.source->device).c_str(), m.metric.c_str(), m.precision.c_str(),
              static_cast<long long>(m.batch), m.boundary.c_str(), p.measured, p.predicted, p.ratio(), p.parts.c_str());
}

void print_fit_header(Form form) {
  if (form == Form::markdown)
    std::printf(
        "| class/runtime | fitted | median now | fitted on all | each device left out | each model left out | covered, "
        "device left out | covered, model left out |\n|---|---|--:|--:|--:|--:|--:|--:|\n");
}

void print(const std::string& group, const std::vector<std::string>& names, const Fit& fit, Form form) {
  std::string values;
  for (std::size_t i = 0; i < fit.values.size(); ++i) {
    char text[96];
    std::snprintf(text, sizeof text, "%s%s = %.4g", i == 0 ? "" : ", ", names[i].c_str(), fit.values[i]);
    values += text;
  }
  if (form == Form::markdown) {
    std::printf("| %s | %s | %.1f %% | %.1f %% | %.1f %% | %.1f %% | %.0f %% | %.0f %% |\n", group.c_str(),
                values.c_str(), percent(fit.before.median), percent(fit.after.median),
                percent(fit.without_device.median), percent(fit.without_model.median),
                percent(fit.without_device.coverage), percent(fit.without_model.coverage));
    return;
  }
  std::printf("%s: %s\n", group.c_str(), values.c_str());
  const auto line = [](const char* what, const Errors& e) {
    std::printf("  %-20s n %zu median %.1f %% mean %.1f %% bias %.2f covered %.0f %% stretch %.2f\n", what, e.count,
                percent(e.median), percent(e.mean), e.bias, percent(e.coverage), e.stretch);
  };
  line("as committed", fit.before);
  line("fitted on all", fit.after);
  line("each device left out", fit.without_device);
  line("each model left out", fit.without_model);
}

}  // namespace whichchip::fidelity
