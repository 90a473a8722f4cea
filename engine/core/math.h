// The transcendental functions of the engine: one source for every target, so that the command line and the page print
// the same digits.
//
// The C library's own versions differ in the last bits between machines (glibc picks a variant by the processor,
// WebAssembly brings another library). These are musl's generic ones, compiled under names of their own with
// floating-point contraction off; they use only + − × ÷, comparisons and integers. Errors are below 1 unit in the last
// place (exp, log, log2, pow: about 0.51–0.53; cbrt: 0.67; log10, erfc: below 1).
//
// Special cases are those of C's Annex F: log(0) = −∞, log(x < 0) = NaN, exp overflows to +∞, pow(x, 0) = 1, and so on.
// std::sqrt, std::floor and other exactly rounded functions need no twin here.
#pragma once

namespace whichchip::core {

double exp(double x);
double log(double x);
double log2(double x);
double log10(double x);
double pow(double base, double exponent);
double cbrt(double x);
double erfc(double x);

}  // namespace whichchip::core
