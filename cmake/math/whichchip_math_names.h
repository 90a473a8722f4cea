/* Included before each of musl's mathematical sources: gives its functions and tables names of our own, after the
 * system's <math.h> has had its say about the originals. */
#pragma once
#include <math.h>
#include <stdint.h>

#undef exp
#undef log
#undef log2
#undef log10
#undef pow
#undef cbrt
#undef erf
#undef erfc

#define exp whichchip_exp
#define log whichchip_log
#define log2 whichchip_log2
#define log10 whichchip_log10
#define pow whichchip_pow
#define cbrt whichchip_cbrt
#define erf whichchip_erf
#define erfc whichchip_erfc
#define __exp_data whichchip_exp_data
#define __log_data whichchip_log_data
#define __log2_data whichchip_log2_data
#define __pow_log_data whichchip_pow_log_data
#define __math_divzero whichchip_math_divzero
#define __math_invalid whichchip_math_invalid
#define __math_oflow whichchip_math_oflow
#define __math_uflow whichchip_math_uflow
#define __math_xflow whichchip_math_xflow

/* Declared by musl's internal header, never used here; glibc declares others of the same names. */
#define __sin whichchip_unused_sin
#define __cos whichchip_unused_cos
#define __tan whichchip_unused_tan
#define __sinl whichchip_unused_sinl
#define __cosl whichchip_unused_cosl
#define __tanl whichchip_unused_tanl
#define __lgamma_r whichchip_unused_lgamma_r
#define __lgammaf_r whichchip_unused_lgammaf_r
#define __signgam whichchip_unused_signgam

double exp(double);
double log(double);
double log2(double);
double log10(double);
double pow(double, double);
double cbrt(double);
double erf(double);
double erfc(double);

/* musl's attribute for symbols that stay inside its shared library. */
#define hidden

/* A processor with fused multiply-add must not take another path than one without. */
#undef __FP_FAST_FMA
