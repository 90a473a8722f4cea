#include "core/math.h"

// musl's functions, renamed when they are compiled (cmake/ThirdParty.cmake).
extern "C" {
double whichchip_exp(double);
double whichchip_log(double);
double whichchip_log2(double);
double whichchip_log10(double);
double whichchip_pow(double, double);
double whichchip_cbrt(double);
double whichchip_erfc(double);
}

namespace whichchip::core {

double exp(double x) { return whichchip_exp(x); }
double log(double x) { return whichchip_log(x); }
double log2(double x) { return whichchip_log2(x); }
double log10(double x) { return whichchip_log10(x); }
double pow(double base, double exponent) { return whichchip_pow(base, exponent); }
double cbrt(double x) { return whichchip_cbrt(x); }
double erfc(double x) { return whichchip_erfc(x); }

}  // namespace whichchip::core
