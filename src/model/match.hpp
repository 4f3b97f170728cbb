// Visiting a variant case by case.
#pragma once

namespace ssbroute {

template <typename... Cases>
struct Match : Cases... {
    using Cases::operator()...;
};
template <typename... Cases>
Match(Cases...) -> Match<Cases...>;

}  // namespace ssbroute
