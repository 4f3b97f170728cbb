// std::visit with one lambda an alternative.
#pragma once

namespace ssbroute::conformance {

template <typename... Cases>
struct Match : Cases... {
    using Cases::operator()...;
};
template <typename... Cases>
Match(Cases...) -> Match<Cases...>;

}  // namespace ssbroute::conformance
