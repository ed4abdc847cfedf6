// Kernels of the processor trainer: everything between the matrix products, in AVX-512 with bf16. Compile:
//   cc -O3 -march=native -ffast-math -shared -fPIC -o kernels.so kernels.c -lm
// A batch is N tokens of whole conversations, one after the other; st[0..S] says where each begins. Attention stays inside a
// conversation. Heads are 32 wide. "bf" is a bf16 bit pattern.
#include <immintrin.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint16_t bf;
enum { D = 32, ROWS = 8 };

static inline __m512 up(const bf *p) { return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(_mm256_loadu_si256((const void *)p)), 16)); }
static inline void down(bf *p, __m512 v) { _mm256_storeu_si256((void *)p, (__m256i)_mm512_cvtneps_pbh(v)); }
static inline bf down1(float v) { return ((uint16_t *)&(__m128i){(long long)_mm_cvtsi128_si64((__m128i)_mm_cvtneps_pbh(_mm_set_ss(v)))})[0]; }
static inline float up1(bf v) { union { uint32_t u; float f; } x = {(uint32_t)v << 16}; return x.f; }

static inline __m512 vexp(__m512 x) {
  x = _mm512_max_ps(x, _mm512_set1_ps(-87.f));
  __m512 t = _mm512_mul_ps(x, _mm512_set1_ps(1.44269504f)), n = _mm512_roundscale_ps(t, 0), f = _mm512_sub_ps(t, n);
  __m512 p = _mm512_set1_ps(1.33336e-3f);
  p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(9.61813e-3f));
  p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(5.550411e-2f));
  p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(2.4022651e-1f));
  p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(6.9314718e-1f));
  p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(1.f));
  return _mm512_scalef_ps(p, n);
}

/** h += add (when there is one); out = h scaled to length sqrt(d); rs = the scale. */
void rms_f(long N, long d, float *h, const bf *add, bf *out, float *rs) {
  for (long i = 0; i < N; i++, h += d, out += d) {
    __m512 s = _mm512_setzero_ps();
    for (long k = 0; k < d; k += 16) {
      __m512 v = _mm512_loadu_ps(h + k);
      if (add) { v = _mm512_add_ps(v, up(add + i * d + k)); _mm512_storeu_ps(h + k, v); }
      s = _mm512_fmadd_ps(v, v, s);
    }
    float r = 1.f / __builtin_sqrtf(_mm512_reduce_add_ps(s) / d + 1e-5f);
    rs[i] = r;
    for (long k = 0; k < d; k += 16) down(out + k, _mm512_mul_ps(_mm512_loadu_ps(h + k), _mm512_set1_ps(r)));
  }
}

/** dh += the gradient through rms_f; dhb = dh in bf16. */
void rms_b(long N, long d, const bf *dx, const bf *x, const float *rs, float *dh, bf *dhb) {
  for (long i = 0; i < N; i++, dx += d, x += d, dh += d, dhb += d) {
    __m512 s = _mm512_setzero_ps();
    for (long k = 0; k < d; k += 16) s = _mm512_fmadd_ps(up(dx + k), up(x + k), s);
    __m512 m = _mm512_set1_ps(_mm512_reduce_add_ps(s) / d), r = _mm512_set1_ps(rs[i]);
    for (long k = 0; k < d; k += 16) {
      __m512 v = _mm512_fmadd_ps(r, _mm512_fnmadd_ps(up(x + k), m, up(dx + k)), _mm512_loadu_ps(dh + k));
      _mm512_storeu_ps(dh + k, v);
      down(dhb + k, v);
    }
  }
}

void swiglu_f(long N, long ff, const bf *gu, bf *a) {
  __m512 one = _mm512_set1_ps(1.f);
  for (long i = 0; i < N; i++, gu += 2 * ff, a += ff)
    for (long k = 0; k < ff; k += 16) {
      __m512 g = up(gu + k), s = _mm512_div_ps(one, _mm512_add_ps(one, vexp(_mm512_sub_ps(_mm512_setzero_ps(), g))));
      down(a + k, _mm512_mul_ps(_mm512_mul_ps(g, s), up(gu + ff + k)));
    }
}

void swiglu_b(long N, long ff, const bf *gu, const bf *da, bf *dgu) {
  __m512 one = _mm512_set1_ps(1.f);
  for (long i = 0; i < N; i++, gu += 2 * ff, dgu += 2 * ff, da += ff)
    for (long k = 0; k < ff; k += 16) {
      __m512 g = up(gu + k), u = up(gu + ff + k), x = up(da + k);
      __m512 s = _mm512_div_ps(one, _mm512_add_ps(one, vexp(_mm512_sub_ps(_mm512_setzero_ps(), g)))), si = _mm512_mul_ps(g, s);
      down(dgu + ff + k, _mm512_mul_ps(x, si));
      __m512 ds = _mm512_fmadd_ps(si, _mm512_sub_ps(one, s), s);
      down(dgu + k, _mm512_mul_ps(_mm512_mul_ps(x, u), ds));
    }
}

/** Turns pairs (2k, 2k+1) of queries and keys by pos * freq; sign -1 turns back; q is scaled as well. */
void rope(long N, long H, bf *qkv, const float *cs, float sign) {
  float sc = 0.17677669529f;
  for (long i = 0; i < N; i++, cs += D) {
    bf *p = qkv + i * 3 * H * D;
    for (long k = 0; k < 2 * H; k++, p += D) {
      float m = k < H ? sc : 1.f;
      for (int e = 0; e < D / 2; e++) {
        float c = cs[e] * m, s = cs[D / 2 + e] * m * sign, a = up1(p[2 * e]), b = up1(p[2 * e + 1]);
        p[2 * e] = down1(a * c - b * s);
        p[2 * e + 1] = down1(a * s + b * c);
      }
    }
  }
}

// kt[k][j] = elements 2k, 2k+1 of row j, as one 32-bit word; rows beyond n are zero up to a multiple of 32
static void pack_t(long n, long np, long ld, const bf *x, uint32_t *kt) {
  for (long j = 0; j < np; j++)
    for (int k = 0; k < D / 2; k++) kt[k * np + j] = j < n ? ((const uint32_t *)(x + j * ld))[k] : 0;
}
// vp[j/2][e] = element e of rows j and j+1, as one 32-bit word
static void pack_p(long n, long np, long ld, const bf *x, uint32_t *vp) {
  for (long j = 0; j < np; j += 2)
    for (int e = 0; e < D; e++) vp[j / 2 * D + e] = (j < n ? x[j * ld + e] : 0) | (uint32_t)(j + 1 < n ? x[(j + 1) * ld + e] : 0) << 16;
}

#define BH(x) ((__m512bh)(x))
/** s[r][j] = a_r . (row j) for ROWS rows of a and j < nj (a multiple of 32). */
static void dots(long nj, long np, const uint32_t a[ROWS][D / 2], const uint32_t *kt, float *s) {
  for (long j = 0; j < nj; j += 32) {
    __m512 c[ROWS][2];
    for (int r = 0; r < ROWS; r++) c[r][0] = c[r][1] = _mm512_setzero_ps();
    for (int k = 0; k < D / 2; k++) {
      __m512i b0 = _mm512_loadu_si512(kt + k * np + j), b1 = _mm512_loadu_si512(kt + k * np + j + 16);
#pragma GCC unroll 8
      for (int r = 0; r < ROWS; r++) {
        __m512i x = _mm512_set1_epi32(a[r][k]);
        c[r][0] = _mm512_dpbf16_ps(c[r][0], BH(x), BH(b0));
        c[r][1] = _mm512_dpbf16_ps(c[r][1], BH(x), BH(b1));
      }
    }
    for (int r = 0; r < ROWS; r++) { _mm512_storeu_ps(s + r * np + j, c[r][0]); _mm512_storeu_ps(s + r * np + j + 16, c[r][1]); }
  }
}
/** o[r] = sum over j < nj of p[r][j] * (row j), for ROWS rows. */
static void mix(long nj, long np, const bf *p, const uint32_t *vp, __m512 c[ROWS][2]) {
  for (int r = 0; r < ROWS; r++) c[r][0] = c[r][1] = _mm512_setzero_ps();
  for (long j = 0; j < nj; j += 2) {
    __m512i b0 = _mm512_loadu_si512(vp + j / 2 * D), b1 = _mm512_loadu_si512(vp + j / 2 * D + 16);
#pragma GCC unroll 8
    for (int r = 0; r < ROWS; r++) {
      __m512i x = _mm512_set1_epi32(*(const uint32_t *)(p + r * np + j));
      c[r][0] = _mm512_dpbf16_ps(c[r][0], BH(x), BH(b0));
      c[r][1] = _mm512_dpbf16_ps(c[r][1], BH(x), BH(b1));
    }
  }
}
/** out[j] += sum over the ROWS rows of p[r][j] * (row r), for j < nj. */
static void spread(long nj, long np, const bf *p, const uint32_t *rp, float *out) {
  __m512i b[ROWS / 2][2];
  for (int r = 0; r < ROWS / 2; r++) { b[r][0] = _mm512_loadu_si512(rp + r * D); b[r][1] = _mm512_loadu_si512(rp + r * D + 16); }
  for (long j = 0; j < nj; j++) {
    __m512 c0 = _mm512_loadu_ps(out + j * D), c1 = _mm512_loadu_ps(out + j * D + 16);
#pragma GCC unroll 4
    for (int r = 0; r < ROWS / 2; r++) {
      __m512i x = _mm512_set1_epi32(p[2 * r * np + j] | (uint32_t)p[(2 * r + 1) * np + j] << 16);
      c0 = _mm512_dpbf16_ps(c0, BH(x), BH(b[r][0]));
      c1 = _mm512_dpbf16_ps(c1, BH(x), BH(b[r][1]));
    }
    _mm512_storeu_ps(out + j * D, c0);
    _mm512_storeu_ps(out + j * D + 16, c1);
  }
}
static void rows_of(long i, long n, long ld, const bf *x, uint32_t a[ROWS][D / 2]) {
  for (int r = 0; r < ROWS; r++)
    if (i + r < n) memcpy(a[r], x + (i + r) * ld, D * 2); else memset(a[r], 0, D * 2);
}

void attn_f(long S, const int *st, long H, const bf *qkv, bf *o, float *lse) {
  long W = H * D, ld = 3 * W, most = 0;
  for (long q = 0; q < S; q++) if (st[q + 1] - st[q] > most) most = st[q + 1] - st[q];
  long cap = (most + 31) / 32 * 32;
  uint32_t *kt = aligned_alloc(64, cap * D * 2), *vp = aligned_alloc(64, cap * D * 2);
  float *s = aligned_alloc(64, ROWS * cap * 4);
  bf *p = aligned_alloc(64, ROWS * cap * 2);
  for (long q = 0; q < S; q++) {
    long n = st[q + 1] - st[q], np = (n + 31) / 32 * 32;
    for (long h = 0; h < H; h++) {
      const bf *Q = qkv + st[q] * ld + h * D;
      pack_t(n, np, ld, Q + W, kt);
      pack_p(n, np, ld, Q + 2 * W, vp);
      for (long i = 0; i < n; i += ROWS) {
        uint32_t a[ROWS][D / 2];
        long nj = (i + ROWS + 31) / 32 * 32;
        rows_of(i, n, ld, Q, a);
        dots(nj, np, a, kt, s);
        float inv[ROWS];
        for (int r = 0; r < ROWS; r++) {
          float *row = s + r * np;
          long m = i + r + 1;
          __m512 mx = _mm512_set1_ps(-1e30f), lim, sum = _mm512_setzero_ps(), low = _mm512_set1_ps(-1e30f);
          for (long j = 0; j < nj; j += 16) {
            __mmask16 k = m - j >= 16 ? 0xffff : m <= j ? 0 : (1u << (m - j)) - 1;
            lim = _mm512_mask_loadu_ps(low, k, row + j);
            _mm512_storeu_ps(row + j, lim);
            mx = _mm512_max_ps(mx, lim);
          }
          float top = _mm512_reduce_max_ps(mx);
          for (long j = 0; j < nj; j += 16) {
            __m512 v = _mm512_loadu_ps(row + j), e = vexp(_mm512_sub_ps(v, _mm512_set1_ps(top)));
            e = _mm512_mask_mov_ps(e, _mm512_cmp_ps_mask(v, _mm512_set1_ps(-1e29f), _CMP_LT_OS), _mm512_setzero_ps());
            sum = _mm512_add_ps(sum, e);
            down(p + r * np + j, e);
          }
          float t = _mm512_reduce_add_ps(sum);
          inv[r] = 1.f / t;
          if (i + r < n) lse[(st[q] + i + r) * H + h] = top + __builtin_logf(t);
        }
        __m512 c[ROWS][2];
        mix(nj, np, p, vp, c);
        for (int r = 0; r < ROWS && i + r < n; r++) {
          bf *out = o + (st[q] + i + r) * W + h * D;
          down(out, _mm512_mul_ps(c[r][0], _mm512_set1_ps(inv[r])));
          down(out + 16, _mm512_mul_ps(c[r][1], _mm512_set1_ps(inv[r])));
        }
      }
    }
  }
  free(kt); free(vp); free(s); free(p);
}

void attn_b(long S, const int *st, long H, const bf *qkv, const bf *o, const float *lse, const bf *dout, bf *dqkv) {
  long W = H * D, ld = 3 * W, most = 0;
  for (long q = 0; q < S; q++) if (st[q + 1] - st[q] > most) most = st[q + 1] - st[q];
  long cap = (most + 31) / 32 * 32;
  uint32_t *kt = aligned_alloc(64, cap * D * 2), *kp = aligned_alloc(64, cap * D * 2), *vt = aligned_alloc(64, cap * D * 2);
  float *s = aligned_alloc(64, ROWS * cap * 4), *dp = aligned_alloc(64, ROWS * cap * 4);
  bf *p = aligned_alloc(64, ROWS * cap * 2), *ds = aligned_alloc(64, ROWS * cap * 2);
  float *dk = aligned_alloc(64, cap * D * 4), *dv = aligned_alloc(64, cap * D * 4);
  for (long q = 0; q < S; q++) {
    long n = st[q + 1] - st[q], np = (n + 31) / 32 * 32;
    for (long h = 0; h < H; h++) {
      const bf *Q = qkv + st[q] * ld + h * D, *O = o + st[q] * W + h * D, *G = dout + st[q] * W + h * D;
      bf *dQ = dqkv + st[q] * ld + h * D;
      pack_t(n, np, ld, Q + W, kt);
      pack_p(n, np, ld, Q + W, kp);
      pack_t(n, np, ld, Q + 2 * W, vt);
      memset(dk, 0, np * D * 4);
      memset(dv, 0, np * D * 4);
      for (long i = 0; i < n; i += ROWS) {
        uint32_t a[ROWS][D / 2], g[ROWS][D / 2], rp[ROWS / 2 * D];
        long nj = (i + ROWS + 31) / 32 * 32;
        rows_of(i, n, ld, Q, a);
        rows_of(i, n, W, G, g);
        dots(nj, np, a, kt, s);
        dots(nj, np, g, vt, dp);
        for (int r = 0; r < ROWS; r++) {
          long m = i + r + 1;
          float delta = 0, l = 0;
          if (i + r < n) {
            l = lse[(st[q] + i + r) * H + h];
            const bf *x = O + (i + r) * W, *y = G + (i + r) * W;
            delta = _mm512_reduce_add_ps(_mm512_fmadd_ps(up(x), up(y), _mm512_mul_ps(up(x + 16), up(y + 16))));
          } else m = 0;
          for (long j = 0; j < nj; j += 16) {
            __mmask16 k = m - j >= 16 ? 0xffff : m <= j ? 0 : (1u << (m - j)) - 1;
            __m512 e = _mm512_maskz_mov_ps(k, vexp(_mm512_sub_ps(_mm512_loadu_ps(s + r * np + j), _mm512_set1_ps(l))));
            down(p + r * np + j, e);
            down(ds + r * np + j, _mm512_mul_ps(e, _mm512_sub_ps(_mm512_loadu_ps(dp + r * np + j), _mm512_set1_ps(delta))));
          }
        }
        __m512 c[ROWS][2];
        mix(nj, np, ds, kp, c);
        for (int r = 0; r < ROWS && i + r < n; r++) { down(dQ + (i + r) * ld, c[r][0]); down(dQ + (i + r) * ld + 16, c[r][1]); }
        for (int r = 0; r < ROWS; r += 2)
          for (int e = 0; e < D; e++) rp[r / 2 * D + e] = ((bf *)g[r])[e] | (uint32_t)((bf *)g[r + 1])[e] << 16;
        spread(nj, np, p, rp, dv);
        for (int r = 0; r < ROWS; r += 2)
          for (int e = 0; e < D; e++) rp[r / 2 * D + e] = ((bf *)a[r])[e] | (uint32_t)((bf *)a[r + 1])[e] << 16;
        spread(nj, np, ds, rp, dk);
      }
      for (long j = 0; j < n; j++) {
        down(dQ + j * ld + W, _mm512_loadu_ps(dk + j * D));
        down(dQ + j * ld + W + 16, _mm512_loadu_ps(dk + j * D + 16));
        down(dQ + j * ld + 2 * W, _mm512_loadu_ps(dv + j * D));
        down(dQ + j * ld + 2 * W + 16, _mm512_loadu_ps(dv + j * D + 16));
      }
    }
  }
  free(kt); free(kp); free(vt); free(s); free(dp); free(p); free(ds); free(dk); free(dv);
}

/** Cross-entropy of M rows of V logits: loss[i] unweighted; the logits become the gradient, weighted by w[i]. */
void xent(long M, long V, bf *z, const int *y, const float *w, float *loss) {
  for (long i = 0; i < M; i++, z += V) {
    __m512 mx = _mm512_set1_ps(-1e30f), sum = _mm512_setzero_ps();
    for (long k = 0; k < V; k += 16) mx = _mm512_max_ps(mx, up(z + k));
    float top = _mm512_reduce_max_ps(mx);
    for (long k = 0; k < V; k += 16) sum = _mm512_add_ps(sum, vexp(_mm512_sub_ps(up(z + k), _mm512_set1_ps(top))));
    float l = top + __builtin_logf(_mm512_reduce_add_ps(sum));
    float zy = up1(z[y[i]]);
    loss[i] = l - zy;
    for (long k = 0; k < V; k += 16) down(z + k, _mm512_mul_ps(vexp(_mm512_sub_ps(up(z + k), _mm512_set1_ps(l))), _mm512_set1_ps(w[i])));
    z[y[i]] = down1((__builtin_expf(zy - l) - 1.f) * w[i]);
  }
}

/** g[t[i]] += x[i] */
void scatter(long N, long d, const long *t, const float *x, float *g) {
  for (long i = 0; i < N; i++)
    for (long k = 0; k < d; k++) g[t[i] * d + k] += x[i * d + k];
}
