// Scenarios drawn by chance from small vocabularies, so that names, identifiers, addresses and times meet.
// Knows nothing of RapidCheck: whoever can throw dice (a fuzzer, a loop with a seed) can draw.
#pragma once

#include <cstddef>
#include <cstdint>

#include "support/scenario_parts.hpp"

namespace ssbroute::testing {

/// Where chance comes from.
class Dice {
public:
    /// A number below `count`, which is 1 or more. 0 is the simplest choice.
    virtual std::size_t below(std::size_t count) = 0;

    /// True this often in a hundred.
    bool percent(std::size_t share) { return below(100) >= 100 - share; }

    Dice() = default;
    Dice(Dice const&) = default;
    Dice(Dice&&) = default;
    Dice& operator=(Dice const&) = default;
    Dice& operator=(Dice&&) = default;
    virtual ~Dice() = default;
};

/// Dice that fall the same for the same seed, on every platform.
class SeededDice final : public Dice {
public:
    explicit SeededDice(std::uint64_t seed) : state_(seed) {}
    std::size_t below(std::size_t count) override;

private:
    std::uint64_t state_;
};

/// Where a drawn scenario's message comes from.
enum class From : std::uint8_t { anywhere, a_database, outside };
/// Whether drawn routes keep the DEFINE rules, or are anything that a table could hold.
enum class Definitions : std::uint8_t { any, well_formed };
/// What drawn identifiers of the message are.
enum class Identifiers : std::uint8_t { any, none, given };

/// What a drawn scenario is to look like; the rest is left to chance.
struct Shape {
    From from = From::anywhere;
    Definitions definitions = Definitions::any;
    Identifiers identifiers = Identifiers::any;
};

/// Whether a route keeps the DEFINE rules that a decision's input can show.
bool is_well_formed(Route const& route);
bool has_shape(ScenarioParts const& parts, Shape const& shape);

ScenarioParts draw_scenario(Dice& dice, Shape const& shape = {});
/// A route such as `draw_scenario` puts into the tables of a scenario with this message. Its name is `R`.
Route draw_route(Dice& dice, Message const& message, Definitions definitions = Definitions::any);
/// A database such as those of draw_scenario, with this name.
DatabaseParts draw_database(Dice& dice, std::string name, Message const& message,
                            Definitions definitions = Definitions::any);
/// A message to go with the databases A, B and msdb.
Message draw_message(Dice& dice, Shape const& shape = {});

/// `LOCAL` and others, near misses too.
Address draw_address(Dice& dice);
/// A network address of the documented form.
Address draw_network_address(Dice& dice);
/// Another spelling of the same: other case, other braces, leading zeros, a path behind the port.
BrokerIdentifier respelled(Dice& dice, BrokerIdentifier const& identifier);
Address respelled(Dice& dice, Address const& address);

/// Lets routes of the table that is searched meet: most get the target service and the message's identifier
/// (or one of two, or none), and no lifetime. Nearly every message then finds several routes at once.
void let_routes_meet(Dice& dice, ScenarioParts& parts);
/// Lets every database offer the target service this often in a hundred, and about half of the routes of the
/// table that is searched say LOCAL: deliveries.
void let_services_be_found(Dice& dice, ScenarioParts& parts, std::size_t share);
/// Gives about half of the routes, in every table, one of the instance's own addresses.
void point_to_itself(Dice& dice, ScenarioParts& parts);
/// No route has a lifetime.
void clear_lifetimes(ScenarioParts& parts);

/// The point in time around which lifetimes lie.
UtcTime noon();
/// So many seconds after it; before it if negative.
UtcTime seconds_after_noon(int seconds);

/// Puts the elements of a list into any order.
template <typename T>
void shuffle(Dice& dice, std::vector<T>& values) {
    for (std::size_t left = values.size(); left > 1; --left)
        std::swap(values[left - 1], values[dice.below(left)]);
}

}  // namespace ssbroute::testing
