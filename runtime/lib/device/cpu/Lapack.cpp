//===- Lapack.cpp - Factorisations by LAPACK ------------------------------===//
//
// LAPACK's matrices are column-major, ours row-major: each matrix of a batch is
// transposed on its way in and out, O(n^2) beside the routine's O(n^3).
// Fortran's functions take pointers, and the length of every letter after them.
// Tests: test/runtime/LapackTest.cpp, python/tests/test_linalg.py.
//
//===----------------------------------------------------------------------===//
#include "popt-rt/lapack.h"

#include <algorithm>
#include <complex>
#include <dlfcn.h>
#include <map>
#include <mutex>
#include <type_traits>
#include <vector>

using namespace popt::rt;

//===----------------------------------------------------------------------===//
// The library
//===----------------------------------------------------------------------===//

static void *openLibrary() {
  for (const char *name : {"liblapack.so.3", "libopenblas.so.0"})
    if (void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
      // One thread per rank, and the same sums in every run.
      if (auto *set = reinterpret_cast<void (*)(int)>(
              dlsym(handle, "openblas_set_num_threads")))
        set(1);
      return handle;
    }
  return nullptr;
}

static void *lookUp(const std::string &name) {
  static void *library = openLibrary();
  return library ? dlsym(library, (name + "_").c_str()) : nullptr;
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

namespace {
template <typename T> struct RealOf {
  using type = T;
};
template <typename T> struct RealOf<std::complex<T>> {
  using type = T;
};
template <typename T> using Real = typename RealOf<T>::type;
template <typename T>
constexpr bool isComplex = !std::is_same<T, Real<T>>::value;

/// Fortran's integer.
using Int = int32_t;

/// What every routine gets: its addresses and numbers.
struct Call {
  void *const *addresses;
  const int64_t *scalars;

  int64_t batch() const { return scalars[1]; }
  Int m() const { return static_cast<Int>(scalars[2]); }
  Int n() const { return static_cast<Int>(scalars[3]); }
  Int r() const { return static_cast<Int>(scalars[4]); }
  Int u() const { return static_cast<Int>(scalars[5]); }
  Int v() const { return static_cast<Int>(scalars[6]); }
  Int k() const { return std::min(m(), n()); }
  int64_t option(int i) const { return scalars[7 + i]; }
  char letter(int i) const { return static_cast<char>(option(i)); }
  /// Block `batch`, of so many elements, of tensor `i`.
  template <typename T> T *at(int i, int64_t batch, int64_t elements) const {
    return static_cast<T *>(addresses[i]) + batch * elements;
  }
};

/// Columns of a row-major matrix, one after the other.
template <typename T> class Columns {
public:
  Columns(Int rows, Int columns)
      : rows(rows), columns(columns),
        elements(static_cast<size_t>(rows) * static_cast<size_t>(columns) + 1) {
  }
  void load(const T *from) {
    for (Int i = 0; i < rows; ++i)
      for (Int j = 0; j < columns; ++j)
        elements[size_t(j) * size_t(rows) + size_t(i)] = *from++;
  }
  void store(T *to) const {
    for (Int i = 0; i < rows; ++i)
      for (Int j = 0; j < columns; ++j)
        *to++ = elements[size_t(j) * size_t(rows) + size_t(i)];
  }
  T *data() { return elements.data(); }
  /// Fortran wants at least 1.
  const Int *stride() {
    lead = std::max(rows, 1);
    return &lead;
  }
  int64_t size() const { return int64_t(rows) * columns; }

private:
  Int rows, columns, lead = 1;
  std::vector<T> elements;
};

/// Memory that a routine works in. It says itself how much it wants when it is
/// called with a length of -1.
template <typename T> class Workspace {
public:
  /// `call(work, length)`: the routine with these two arguments.
  template <typename F> void run(F call) {
    T wanted{};
    Int length = -1;
    call(&wanted, &length);
    length = std::max<Int>(1, static_cast<Int>(std::real(wanted)));
    if (memory.size() < size_t(length))
      memory.resize(size_t(length));
    call(memory.data(), &length);
  }

private:
  std::vector<T> memory;
};

/// The routine's function with the types of these arguments.
template <typename... Args> void invoke(void *function, Args... args) {
  reinterpret_cast<void (*)(Args...)>(function)(args...);
}
constexpr size_t kLength = 1; ///< of a letter

//===----------------------------------------------------------------------===//
// Routines
//===----------------------------------------------------------------------===//

template <typename T> void geqrf(void *f, const Call &c) {
  Int m = c.m(), n = c.n(), info = 0;
  Columns<T> a(m, n);
  Workspace<T> workspace;
  for (int64_t i = 0; i < c.batch(); ++i) {
    a.load(c.at<T>(0, i, a.size()));
    T *tau = c.at<T>(2, i, c.k());
    workspace.run([&](T *work, const Int *length) {
      invoke(f, &m, &n, a.data(), a.stride(), tau, work, length, &info);
    });
    a.store(c.at<T>(1, i, a.size()));
  }
}

template <typename T> void geqp3(void *f, const Call &c) {
  Int m = c.m(), n = c.n(), info = 0;
  Columns<T> a(m, n);
  Workspace<T> workspace;
  std::vector<Real<T>> reals(size_t(2 * n) + 1);
  for (int64_t i = 0; i < c.batch(); ++i) {
    a.load(c.at<T>(0, i, a.size()));
    Int *pivots = c.at<Int>(3, i, n);
    std::copy_n(c.at<Int>(1, i, n), n, pivots);
    T *tau = c.at<T>(4, i, c.k());
    workspace.run([&](T *work, const Int *length) {
      if constexpr (isComplex<T>)
        invoke(f, &m, &n, a.data(), a.stride(), pivots, tau, work, length,
               reals.data(), &info);
      else
        invoke(f, &m, &n, a.data(), a.stride(), pivots, tau, work, length,
               &info);
    });
    a.store(c.at<T>(2, i, a.size()));
  }
}

template <typename T> void orgqr(void *f, const Call &c) {
  Int m = c.m(), n = c.n(), r = c.r(), info = 0;
  Columns<T> a(m, n);
  Workspace<T> workspace;
  for (int64_t i = 0; i < c.batch(); ++i) {
    a.load(c.at<T>(0, i, a.size()));
    T *tau = c.at<T>(1, i, r);
    workspace.run([&](T *work, const Int *length) {
      invoke(f, &m, &n, &r, a.data(), a.stride(), tau, work, length, &info);
    });
    a.store(c.at<T>(2, i, a.size()));
  }
}

template <typename T> void ormqr(void *f, const Call &c) {
  Int m = c.m(), n = c.n(), r = c.r(), info = 0;
  char side = c.option(0) ? 'L' : 'R';
  char transpose = !c.option(1) ? 'N' : isComplex<T> ? 'C' : 'T';
  Columns<T> a(c.option(0) ? m : n, r), x(m, n);
  Workspace<T> workspace;
  for (int64_t i = 0; i < c.batch(); ++i) {
    a.load(c.at<T>(0, i, a.size()));
    x.load(c.at<T>(2, i, x.size()));
    T *tau = c.at<T>(1, i, r);
    workspace.run([&](T *work, const Int *length) {
      invoke(f, &side, &transpose, &m, &n, &r, a.data(), a.stride(), tau,
             x.data(), x.stride(), work, length, &info, kLength, kLength);
    });
    x.store(c.at<T>(3, i, x.size()));
  }
}

template <typename T> void getrf(void *f, const Call &c) {
  Int m = c.m(), n = c.n();
  Columns<T> a(m, n);
  for (int64_t i = 0; i < c.batch(); ++i) {
    a.load(c.at<T>(0, i, a.size()));
    invoke(f, &m, &n, a.data(), a.stride(), c.at<Int>(2, i, c.k()),
           c.at<Int>(3, i, 1));
    a.store(c.at<T>(1, i, a.size()));
  }
}

/// Symmetric and Hermitian eigenvectors.
template <typename T> void syevd(void *f, const Call &c) {
  Int n = c.n();
  char mode = c.letter(0), uplo = c.letter(1);
  Columns<T> a(n, n);
  std::vector<T> work;
  std::vector<Real<T>> reals;
  std::vector<Int> integers;
  for (int64_t i = 0; i < c.batch(); ++i) {
    a.load(c.at<T>(0, i, a.size()));
    Real<T> *w = c.at<Real<T>>(2, i, n);
    Int *info = c.at<Int>(3, i, 1);
    T wanted{};
    Real<T> wantedReals{};
    Int wantedIntegers = 0, lengths[3] = {-1, -1, -1};
    auto call = [&](T *workspace, Real<T> *real, Int *integer) {
      if constexpr (isComplex<T>)
        invoke(f, &mode, &uplo, &n, a.data(), a.stride(), w, workspace,
               &lengths[0], real, &lengths[1], integer, &lengths[2], info,
               kLength, kLength);
      else
        invoke(f, &mode, &uplo, &n, a.data(), a.stride(), w, workspace,
               &lengths[0], integer, &lengths[2], info, kLength, kLength);
    };
    call(&wanted, &wantedReals, &wantedIntegers);
    lengths[0] = std::max<Int>(1, static_cast<Int>(std::real(wanted)));
    lengths[1] = std::max<Int>(1, static_cast<Int>(wantedReals));
    lengths[2] = std::max<Int>(1, wantedIntegers);
    work.resize(size_t(lengths[0]));
    reals.resize(size_t(lengths[1]));
    integers.resize(size_t(lengths[2]));
    call(work.data(), reals.data(), integers.data());
    a.store(c.at<T>(1, i, a.size()));
  }
}

/// Singular values, by divide and conquer (gesdd) or by QR steps (gesvd).
template <typename T, bool divides> void svd(void *f, const Call &c) {
  Int m = c.m(), n = c.n(), k = c.k();
  char mode = c.letter(0);
  Columns<T> a(m, n), left(m, c.u()), right(c.v(), n);
  size_t small = size_t(k), large = size_t(std::max(m, n));
  std::vector<Real<T>> reals(
      divides ? std::max(5 * small * small + 7 * small,
                         2 * large * small + 2 * small * small + small) +
                    1
              : 5 * small + 1);
  std::vector<Int> integers(8 * small + 1);
  Workspace<T> workspace;
  for (int64_t i = 0; i < c.batch(); ++i) {
    a.load(c.at<T>(0, i, a.size()));
    Real<T> *s = c.at<Real<T>>(2, i, k);
    Int *info = c.at<Int>(5, i, 1);
    workspace.run([&](T *work, const Int *length) {
      auto routine = [&](auto... first) {
        if constexpr (divides && isComplex<T>)
          invoke(f, first..., work, length, reals.data(), integers.data(), info,
                 kLength);
        else if constexpr (divides)
          invoke(f, first..., work, length, integers.data(), info, kLength);
        else if constexpr (isComplex<T>)
          invoke(f, &mode, first..., work, length, reals.data(), info, kLength,
                 kLength);
        else
          invoke(f, &mode, first..., work, length, info, kLength, kLength);
      };
      routine(&mode, &m, &n, a.data(), a.stride(), s, left.data(),
              left.stride(), right.data(), right.stride());
    });
    a.store(c.at<T>(1, i, a.size()));
    left.store(c.at<T>(3, i, left.size()));
    right.store(c.at<T>(4, i, right.size()));
  }
}

/// Complex eigenvectors from LAPACK's real form: a conjugate pair of
/// eigenvalues has the real and the imaginary part in two columns.
template <typename T>
void storePairs(const T *columns, const T *imaginary, Int n,
                std::complex<T> *to) {
  for (Int j = 0; j < n; ++j) {
    bool isPair = imaginary[j] != 0 && j + 1 < n;
    for (Int i = 0; i < n; ++i) {
      const T *at = columns + size_t(j) * size_t(n) + i;
      std::complex<T> value(*at, isPair ? at[n] : T(0));
      to[size_t(i) * size_t(n) + size_t(j)] = value;
      if (isPair)
        to[size_t(i) * size_t(n) + size_t(j) + 1] = std::conj(value);
    }
    j += isPair;
  }
}

template <typename T> void geev(void *f, const Call &c) {
  Int n = c.n();
  char left = c.letter(0), right = c.letter(1);
  Columns<T> a(n, n), vl(n, n), vr(n, n);
  Workspace<T> workspace;
  std::vector<Real<T>> reals(size_t(2 * n) + 1);
  int64_t square = a.size();
  for (int64_t i = 0; i < c.batch(); ++i) {
    a.load(c.at<T>(0, i, square));
    if constexpr (isComplex<T>) {
      workspace.run([&](T *work, const Int *length) {
        invoke(f, &left, &right, &n, a.data(), a.stride(), c.at<T>(1, i, n),
               vl.data(), vl.stride(), vr.data(), vr.stride(), work, length,
               reals.data(), c.at<Int>(4, i, 1), kLength, kLength);
      });
      vl.store(c.at<T>(2, i, square));
      vr.store(c.at<T>(3, i, square));
    } else {
      T *imaginary = c.at<T>(2, i, n);
      workspace.run([&](T *work, const Int *length) {
        invoke(f, &left, &right, &n, a.data(), a.stride(), c.at<T>(1, i, n),
               imaginary, vl.data(), vl.stride(), vr.data(), vr.stride(), work,
               length, c.at<Int>(5, i, 1), kLength, kLength);
      });
      storePairs(vl.data(), imaginary, n, c.at<std::complex<T>>(3, i, square));
      storePairs(vr.data(), imaginary, n, c.at<std::complex<T>>(4, i, square));
    }
  }
}

/// Schur form, unsorted.
template <typename T> void gees(void *f, const Call &c) {
  Int n = c.n();
  char mode = c.letter(0), sort = c.letter(1);
  void *select = nullptr;
  Columns<T> a(n, n), vectors(n, n);
  Workspace<T> workspace;
  std::vector<Real<T>> reals(size_t(n) + 1);
  std::vector<Int> chosen(size_t(n) + 1);
  constexpr int last = isComplex<T> ? 4 : 5;
  for (int64_t i = 0; i < c.batch(); ++i) {
    a.load(c.at<T>(0, i, a.size()));
    Int *count = c.at<Int>(last, i, 1), *info = c.at<Int>(last + 1, i, 1);
    workspace.run([&](T *work, const Int *length) {
      if constexpr (isComplex<T>)
        invoke(f, &mode, &sort, select, &n, a.data(), a.stride(), count,
               c.at<T>(3, i, n), vectors.data(), vectors.stride(), work, length,
               reals.data(), chosen.data(), info, kLength, kLength);
      else
        invoke(f, &mode, &sort, select, &n, a.data(), a.stride(), count,
               c.at<T>(3, i, n), c.at<T>(4, i, n), vectors.data(),
               vectors.stride(), work, length, chosen.data(), info, kLength,
               kLength);
    });
    a.store(c.at<T>(1, i, a.size()));
    vectors.store(c.at<T>(2, i, vectors.size()));
  }
}

template <typename T> void gehrd(void *f, const Call &c) {
  Int n = c.n(), low = static_cast<Int>(c.option(0)),
      high = static_cast<Int>(c.option(1));
  Columns<T> a(n, n);
  Workspace<T> workspace;
  for (int64_t i = 0; i < c.batch(); ++i) {
    a.load(c.at<T>(0, i, a.size()));
    workspace.run([&](T *work, const Int *length) {
      invoke(f, &n, &low, &high, a.data(), a.stride(), c.at<T>(2, i, n - 1),
             work, length, c.at<Int>(3, i, 1));
    });
    a.store(c.at<T>(1, i, a.size()));
  }
}

template <typename T> void sytrd(void *f, const Call &c) {
  Int n = c.n();
  char uplo = c.letter(0);
  Columns<T> a(n, n);
  Workspace<T> workspace;
  for (int64_t i = 0; i < c.batch(); ++i) {
    a.load(c.at<T>(0, i, a.size()));
    workspace.run([&](T *work, const Int *length) {
      invoke(f, &uplo, &n, a.data(), a.stride(), c.at<Real<T>>(2, i, n),
             c.at<Real<T>>(3, i, n - 1), c.at<T>(4, i, n - 1), work, length,
             c.at<Int>(5, i, 1), kLength);
    });
    a.store(c.at<T>(1, i, a.size()));
  }
}

/// Tridiagonal equations. JAX's lower diagonal has an unused first element, the
/// upper one an unused last.
template <typename T> void gtsv(void *f, const Call &c) {
  Int n = c.n(), r = c.r();
  Columns<T> x(n, r);
  for (int64_t i = 0; i < c.batch(); ++i) {
    for (int diagonal = 0; diagonal < 3; ++diagonal)
      std::copy_n(c.at<T>(diagonal, i, n), n, c.at<T>(4 + diagonal, i, n));
    x.load(c.at<T>(3, i, x.size()));
    invoke(f, &n, &r, c.at<T>(4, i, n) + 1, c.at<T>(5, i, n), c.at<T>(6, i, n),
           x.data(), x.stride(), c.at<Int>(8, i, 1));
    x.store(c.at<T>(7, i, x.size()));
  }
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

/// One routine for one type: where LAPACK's function is, and what calls it.
struct Entry {
  void **function;
  Routine run;
};

template <void (*body)(void *, const Call &)> struct Bound {
  static inline void *function = nullptr;
  static void run(void *const *addresses, const int64_t *scalars) {
    body(function, {addresses, scalars});
  }
  static Entry entry() { return {&function, run}; }
};

template <typename T> const Entry *entryOf(const std::string &name) {
  static const std::map<std::string, Entry> table = {
      {"geqrf", Bound<geqrf<T>>::entry()},
      {"geqp3", Bound<geqp3<T>>::entry()},
      {"orgqr", Bound<orgqr<T>>::entry()},
      {"ungqr", Bound<orgqr<T>>::entry()},
      {"ormqr", Bound<ormqr<T>>::entry()},
      {"unmqr", Bound<ormqr<T>>::entry()},
      {"getrf", Bound<getrf<T>>::entry()},
      {"syevd", Bound<syevd<T>>::entry()},
      {"heevd", Bound<syevd<T>>::entry()},
      {"gesdd", Bound<svd<T, true>>::entry()},
      {"gesvd", Bound<svd<T, false>>::entry()},
      {"geev", Bound<geev<T>>::entry()},
      {"gees", Bound<gees<T>>::entry()},
      {"gehrd", Bound<gehrd<T>>::entry()},
      {"sytrd", Bound<sytrd<T>>::entry()},
      {"hetrd", Bound<sytrd<T>>::entry()},
      {"gtsv", Bound<gtsv<T>>::entry()}};
  auto it = table.find(name);
  return it == table.end() ? nullptr : &it->second;
}

const Entry *entryOf(char type, const std::string &name) {
  switch (type) {
  case 's':
    return entryOf<float>(name);
  case 'd':
    return entryOf<double>(name);
  case 'c':
    return entryOf<std::complex<float>>(name);
  default:
    return entryOf<std::complex<double>>(name);
  }
}
} // namespace

Routine popt::rt::openLapackRoutine(const std::string &symbol,
                                    std::string &error) {
  static const std::string prefix = "lapack_";
  const std::string name = symbol.compare(0, prefix.size(), prefix) == 0
                               ? symbol.substr(prefix.size())
                               : "";
  if (!findLapackRoutine(name)) {
    error = "kernel \"" + symbol + "\" is not in the program";
    return nullptr;
  }
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  const Entry *entry = entryOf(name[0], name.substr(1));
  *entry->function = lookUp(name);
  if (*entry->function)
    return entry->run;
  error = "LAPACK's " + name +
          " was not found (liblapack.so.3); on Debian install liblapack3";
  return nullptr;
}
