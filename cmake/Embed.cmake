# Data compiled into the program: a generated .cc per function, made by embed.py.

find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)

# whichchip_embed(<variable> FUNCTION <qualified name> HEADER <include> FILE <path>)
#
# Sets <variable> to a generated .cc that defines `std::string_view <qualified name>()`, as HEADER declares it, holding
# the bytes of FILE.
function(whichchip_embed variable)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FUNCTION;HEADER;FILE" "")
  string(REGEX REPLACE "[^A-Za-z0-9]+" "_" name "${arg_FUNCTION}")
  set(output "${CMAKE_BINARY_DIR}/generated/embedded/${name}.cc")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND Python3::Interpreter "${CMAKE_SOURCE_DIR}/cmake/embed.py" file --function "${arg_FUNCTION}"
            --header "${arg_HEADER}" --output "${output}" "${arg_FILE}"
    DEPENDS "${arg_FILE}" "${CMAKE_SOURCE_DIR}/cmake/embed.py"
    COMMENT "Embedding ${arg_FILE}"
    VERBATIM)
  set(${variable} "${output}" PARENT_SCOPE)
endfunction()

# whichchip_embed_catalog(<variable>): the whole of assets/hardware and assets/technology as one JSON text, behind
# whichchip::hardware::builtin_catalog_json(). The device files in full stand behind builtin_device_files(), in a source of
# its own: a program that defines that function itself leaves them out. They are a file, too: WHICHCHIP_DEVICE_FILES.
set(WHICHCHIP_DEVICE_FILES "${CMAKE_BINARY_DIR}/generated/embedded/device_files.jsonl")
function(whichchip_embed_catalog variable)
  set(assets "${CMAKE_SOURCE_DIR}/assets")
  file(GLOB inputs CONFIGURE_DEPENDS "${assets}/hardware/*.json" "${assets}/technology/*.json")
  set(folder "${CMAKE_BINARY_DIR}/generated/embedded")
  set(outputs "${folder}/builtin_catalog.cc" "${folder}/builtin_device_files.cc")
  add_custom_command(
    OUTPUT ${outputs} "${WHICHCHIP_DEVICE_FILES}"
    COMMAND Python3::Interpreter "${CMAKE_SOURCE_DIR}/cmake/embed.py" catalog
            --function whichchip::hardware::builtin_catalog_json
            --files whichchip::hardware::builtin_device_files --header hardware/builtin_catalog.h
            --output "${folder}/builtin_catalog.cc" --files-output "${folder}/builtin_device_files.cc"
            --text "${WHICHCHIP_DEVICE_FILES}" "${assets}"
    DEPENDS ${inputs} "${CMAKE_SOURCE_DIR}/cmake/embed.py"
    COMMENT "Embedding the hardware catalogue"
    VERBATIM)
  set(${variable} ${outputs} PARENT_SCOPE)
endfunction()

# whichchip_embed_measurements(<variable>): assets/measurements in compact form, with what the samples' manifest knows of
# each model's structure, behind whichchip::analysis::builtin_measurements_json(). They are a file, too:
# WHICHCHIP_MEASUREMENTS.
set(WHICHCHIP_MEASUREMENTS "${CMAKE_BINARY_DIR}/generated/embedded/measurements.json")
function(whichchip_embed_measurements variable)
  set(assets "${CMAKE_SOURCE_DIR}/assets")
  set(manifest "${CMAKE_SOURCE_DIR}/sample_models/manifest.json")
  set(output "${CMAKE_BINARY_DIR}/generated/embedded/builtin_measurements.cc")
  add_custom_command(
    OUTPUT "${output}" "${WHICHCHIP_MEASUREMENTS}"
    COMMAND Python3::Interpreter "${CMAKE_SOURCE_DIR}/cmake/embed.py" measurements
            --function whichchip::analysis::builtin_measurements_json
            --header analysis/builtin_measurements.h --samples "${manifest}"
            --output "${output}" --text "${WHICHCHIP_MEASUREMENTS}" "${assets}"
    DEPENDS "${assets}/measurements/calibration.csv" "${manifest}" "${CMAKE_SOURCE_DIR}/cmake/embed.py"
    COMMENT "Embedding the published measurements"
    VERBATIM)
  set(${variable} "${output}" PARENT_SCOPE)
endfunction()
