// What commands read: a model from a file, standard input or the samples; device files of the user's own.
#pragma once

#include <string>
#include <vector>

#include "analysis/open_model.h"
#include "analysis/request.h"
#include "hardware/catalog.h"
#include "report/samples.h"
#include "workload/workload.h"

namespace whichchip::cli {

// The folder of the sample models: $WHICHCHIP_SAMPLES, or found from where the program is:
// ../share/whichchip/sample_models of an installation, sample_models of the source tree. Throws core::Error (bad_model)
// when there is none.
std::string samples_folder();
std::vector<report::Sample> load_samples();

struct Loaded {
  workload::Workload workload;
  std::int64_t file_bytes = 0, bytes_read = 0, reads = 0;
  analysis::OpenModel model;  // for other batches and lengths; empty where the graph is too large to be kept
};
// `model` is a path, "-" or a sample's name. Throws core::Error (bad_model); for a name that is nothing, with the
// nearest samples.
Loaded load_workload(const std::string& model, const analysis::Request& request);

// The same with its free dimensions open: read once, resolved for each request.
analysis::OpenModel open_model(const std::string& model);

// The built-in catalogue with the device files of `folders` added, in the order of their names, and then the edits of
// --set made.
hardware::Catalog load_catalog(const std::vector<std::string>& folders, const std::vector<std::string>& edits);

}  // namespace whichchip::cli
