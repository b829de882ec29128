//===- ScopePolicies.h - How plans call what is computed again ------------===//
#ifndef POPT_LIB_ANNOTATE_SCOPEPOLICIES_H
#define POPT_LIB_ANNOTATE_SCOPEPOLICIES_H

#include "popt/Annotate/Plan.h"

#include <utility>

namespace popt {

/// popt's names and those of jax.checkpoint_policies; what is written is the first
/// of a policy.
inline constexpr std::pair<const char *, ScopePolicy> kScopePolicies[] = {
    {"full", ScopePolicy::Nothing},
    {"selective", ScopePolicy::Dots},
    {"none", ScopePolicy::Everything},
    {"nothing_saveable", ScopePolicy::Nothing},
    {"everything_saveable", ScopePolicy::Everything},
    {"dots_saveable", ScopePolicy::Dots},
    {"checkpoint_dots", ScopePolicy::Dots},
    {"dots_with_no_batch_dims_saveable", ScopePolicy::PlainDots},
    {"checkpoint_dots_with_no_batch_dims", ScopePolicy::PlainDots},
    {"save_only_these_names", ScopePolicy::Named},
    {"save_anything_except_these_names", ScopePolicy::NotNamed},
    {"offload", ScopePolicy::Offloaded},
    {"offload_dot_with_no_batch_dims", ScopePolicy::OffloadedPlainDots}};

inline const char *nameOfPolicy(ScopePolicy policy) {
  for (const auto &[name, other] : kScopePolicies)
    if (policy == other)
      return name;
  return "";
}

} // namespace popt
#endif // POPT_LIB_ANNOTATE_SCOPEPOLICIES_H
