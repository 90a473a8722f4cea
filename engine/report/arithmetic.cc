#include "report/arithmetic.h"

#include <cmath>
#include <cstdio>

#include "analysis/insights.h"
#include "report/table_builder.h"

namespace whichchip::report {
namespace {

// As many digits as let a reader reckon after us.
std::string plain_number(double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.9g", value);
  return buffer;
}

class Expression {
 public:
  explicit Expression(double value) : text_(plain_number(value)) {}
  Expression& plus(double value) { return append(" + ", value); }
  Expression& times(double value) { return append(" × ", value); }
  Expression& over(double value) { return append(" ÷ ", value); }
  Expression& bracketed() {
    text_ = "(" + text_ + ")";
    return *this;
  }
  const std::string& text() const { return text_; }

 private:
  Expression& append(const char* sign, double value) {
    text_ += sign + plain_number(value);
    return *this;
  }

  std::string text_;
};

std::string source_of_peak(const analysis::Row& row) {
  const auto index = static_cast<std::size_t>(row.estimate.precision.compute);
  std::string text = std::string("peak: ") + hardware::name(row.device.peak_status[index]);
  for (char& c : text) c = c == '_' ? ' ' : c;
  if (row.estimate.precision.passes > 1) text += ", in " + std::to_string(row.estimate.precision.passes) + " passes";
  return text;
}

class Lines {
 public:
  Lines(const analysis::Comparison& comparison, const analysis::Row& row)
      : comparison_(comparison),
        row_(row),
        batch_(static_cast<double>(comparison.workload->batch)),
        table_("arithmetic", "") {
    table_.text("figure", "Figure")
        .text("formula", "Formula")
        .text("numbers", "In numbers (SI)")
        .label("value", "Gives")
        .text("rests_on", "Rests on");
  }

  Table build() {
    time();
    energy();
    use();
    money();
    return table_.build();
  }

 private:
  void add(const char* key, const char* figure, const char* formula, const Expression& numbers,
           std::optional<double> value, std::string rests_on = {}) {
    if (!value) return;
    table_.row(key).cell(figure).cell(formula).cell(numbers.text()).cell(plain_number(*value), value);
    table_.cell(std::move(rests_on));
  }

  void time() {
    const auto rungs = analysis::ladder(row_.estimate);
    Expression sum(rungs[0]);
    for (std::size_t i = 1; i < rungs.size(); ++i) sum.plus(rungs[i]);
    add("latency_s", "Latency", "ideal + padding + efficiency + power + memory + link + fixed + fallback, s", sum,
        row_.batch_latency_s, "the latency ladder, parameters " + row_.estimate.parameters_id);
    add("throughput_per_s", "Throughput", "batch ÷ latency", Expression(batch_).over(row_.batch_latency_s),
        row_.throughput_per_s);
  }

  void energy() {
    const estimate::Estimate& e = row_.estimate;
    Expression sum(e.dynamic_energy_j);
    sum.plus(e.idle_energy_j).plus(e.uncore_energy_j).plus(e.host_energy_j).plus(e.supply_energy_j);
    add("energy_j", "Energy", "(dynamic + idle + uncore + host + supply) ÷ batch, J", sum.bracketed().over(batch_),
        row_.energy_j, "whichchip energy shows every event");
    add("power_w", "Power", "energy × batch ÷ latency, W",
        Expression(row_.energy_j).times(batch_).over(row_.batch_latency_s), e.power_w);
    add("inferences_per_j", "Inferences per joule", "1 ÷ energy", Expression(1).over(row_.energy_j),
        row_.inferences_per_j);
    add("edp_js", "Energy × delay", "energy × latency, J·s", Expression(row_.energy_j).times(row_.batch_latency_s),
        row_.edp_js);
  }

  void use() {
    const estimate::Estimate& e = row_.estimate;
    const double bandwidth = row_.device.memory.bandwidth_bytes_per_s;
    add("attained_ops_per_s", "Attained", "2 × MACs ÷ latency, 1/s",
        Expression(2).times(e.macs).over(row_.batch_latency_s), row_.attained_ops_per_s, "MACs: whichchip inspect");
    add("compute_utilisation", "Compute", "2 × MACs ÷ latency ÷ peak",
        Expression(2).times(e.macs).over(row_.batch_latency_s).over(e.peak_ops_per_s), row_.compute_utilisation,
        source_of_peak(row_));
    add("bandwidth_utilisation", "Bandwidth", "DRAM bytes ÷ latency ÷ bandwidth",
        Expression(e.dram_bytes).over(row_.batch_latency_s).over(bandwidth), row_.bandwidth_utilisation,
        "bandwidth: data sheet, " + row_.device.memory.type);
    add("arithmetic_intensity", "Intensity", "2 × MACs ÷ DRAM bytes", Expression(2).times(e.macs).over(e.dram_bytes),
        row_.arithmetic_intensity);
    add("ridge_point", "Ridge point", "peak ÷ bandwidth", Expression(e.peak_ops_per_s).over(bandwidth),
        row_.ridge_point, source_of_peak(row_));
    const estimate::PeakMemory& peak = e.memory;
    add("peak_memory_bytes", "Memory", "weights + activations + workspace + context, bytes",
        Expression(peak.weight_bytes).plus(peak.activation_bytes).plus(peak.workspace_bytes).plus(peak.context_bytes),
        peak.total_bytes(), "whichchip memory shows the steps");
  }

  void money() {
    const analysis::Economics& economics = comparison_.economics;
    const double pue = analysis::pue_of(row_.device, economics);
    add("carbon_g", "CO₂", "energy ÷ 3.6e6 × PUE × grid, g",
        Expression(row_.energy_j).over(3.6e6).times(pue).times(economics.grid_g_per_kwh), row_.carbon_g,
        "grid: " + economics.grid);
    if (!row_.cost_usd_per_million) return;
    const double share = row_.batch_latency_s;
    if (row_.cost_basis == analysis::CostBasis::rent) {
      const auto hourly = analysis::hourly_price(row_.device, economics);
      add("cost_usd_per_million", "Cost per 1 M", "1e6 × price per hour ÷ 3600 × latency ÷ batch ÷ load, $",
          Expression(1e6).times(hourly->usd).over(3600).times(share).over(batch_).over(economics.load),
          row_.cost_usd_per_million, row_.cost_source);
      return;
    }
    const double life_s = economics.life_years * 8760 * 3600;
    add("cost_usd_per_million", "Cost per 1 M", "1e6 × purchase ÷ (life × duty) × latency ÷ batch + electricity, $",
        Expression(1e6)
            .times(*row_.price_usd)
            .over(life_s)
            .over(economics.duty)
            .times(share)
            .over(batch_)
            .plus(row_.electricity_usd_per_million),
        row_.cost_usd_per_million, row_.cost_source);
  }

  const analysis::Comparison& comparison_;
  const analysis::Row& row_;
  double batch_;
  TableBuilder table_;
};

}  // namespace

Table arithmetic_table(const analysis::Comparison& comparison, const analysis::Row& row) {
  return Lines(comparison, row).build();
}

std::vector<Section> arithmetic_sections(const analysis::Comparison& comparison) {
  std::vector<Section> sections;
  for (const analysis::Row& row : comparison.rows) {
    Section section{"Arithmetic of " + row.key, {}, {arithmetic_table(comparison, row)}};
    section.folded = true;
    sections.push_back(std::move(section));
  }
  return sections;
}

}  // namespace whichchip::report
