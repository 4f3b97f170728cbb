#include "oracle/trace.hpp"

#include <span>

namespace ssbroute {
namespace {

std::vector<std::string> names(std::span<Route const> routes) {
    std::vector<std::string> result;
    result.reserve(routes.size());
    for (auto const& route : routes) result.push_back(route.name);
    return result;
}

// Fills in the members of a step that belong to what was found.
class Describe {
public:
    explicit Describe(TraceStep& step) : step_(step) {}

    void operator()(TableFound const& found) const { step_.table = found.database.name; }
    void operator()(RoutesExpired const& found) const {
        step_.expired.emplace();
        for (auto const* route : found.routes) step_.expired->push_back(route->name);
    }
    void operator()(RoutesFound const& found) const { step_.routes = names(found.routes); }
    void operator()(RouteAsIf const& found) const {
        step_.reason = "as if there were a route to '" + found.route.remote_service_name->text() +
                       "' with the address LOCAL";
    }
    void operator()(RouteChosen const& found) const {
        step_.routes = names(found.candidates);
        step_.chosen = found.route.name;
    }
    void operator()(NextHop const& found) const {
        step_.address = found.address.text();
        if (found.mirror_address != nullptr) step_.mirror_address = found.mirror_address->text();
    }
    void operator()(DatabaseFound const& found) const { step_.database = found.database.name; }
    void operator()(ServiceLacking const& found) const {
        step_.database = found.database.name;
        step_.reason = "the database that has the identifier lacks the service";
    }
    void operator()(Reason const& found) const { step_.reason = found.text; }

private:
    TraceStep& step_;
};

}  // namespace

void TraceRecorder::record(Step const& step, Passing passing) {
    TraceStep recorded{step.rule, passing};
    std::visit(Describe(recorded), step.finding);
    // Every step that hands on says that it left no route.
    if (passing == Passing::handed_on) recorded.routes.emplace();
    steps_.push_back(std::move(recorded));
}

}  // namespace ssbroute
