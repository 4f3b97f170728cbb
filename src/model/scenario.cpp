#include "model/scenario.hpp"

#include <algorithm>
#include <string>

namespace ssbroute {
namespace {

// Where the first route with a lifetime stands; nothing if there is none.
std::optional<std::string> first_lifetime(Instance const& instance) {
    auto const databases = instance.databases();
    for (std::size_t i = 0; i < databases.size(); ++i) {
        if (databases[i].routes.by_lifetime().empty()) continue;
        auto const routes = databases[i].routes.as_given();
        auto const first = std::find_if(routes.begin(), routes.end(),
                                        [](Route const* route) { return route->lifetime.has_value(); });
        return "/instance/databases/" + std::to_string(i) + "/routes/" +
               std::to_string(first - routes.begin()) + "/lifetime";
    }
    return std::nullopt;
}

}  // namespace

Expected<Scenario> Scenario::create(Instance instance, Message message, std::optional<UtcTime> now) {
    if (!now) {
        if (auto const place = first_lifetime(instance))
            return tl::unexpected(Error{*place, "expected the scenario to give now beside a lifetime"});
    }
    Database const* origin = nullptr;
    if (auto const& name = message.origin_database) {
        origin = instance.database(*name);
        if (origin == nullptr)
            return tl::unexpected(
                Error{"/message/origin_database",
                      "expected the name of a database of the instance, found '" + *name + "'"});
    }
    return Scenario(std::move(instance), std::move(message), now, origin);
}

}  // namespace ssbroute
