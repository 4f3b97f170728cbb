#include "interface/oracle.hpp"

#include "formats/answer_json.hpp"
#include "formats/explanation_json.hpp"
#include "formats/json_text.hpp"
#include "formats/object_reader.hpp"
#include "formats/scenario_json.hpp"
#include "interface/options.hpp"
#include "oracle/answer.hpp"
#include "oracle/explanation.hpp"

namespace ssbroute::interface {

Expected<Oracle> read_oracle(std::string_view options) {
    auto const value = parse_options(options);
    if (!value) return tl::unexpected(value.error());
    formats::ObjectReader reader(*value, {"readings", "contested"});
    auto const profile = reader.made("readings", reader.find("readings"), formats::read_profile);
    auto const other_readings =
        reader.flag("contested", true) ? OtherReadings::explored : OtherReadings::left_out;
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return Oracle{profile.value_or(Profile()), other_readings};
}

Expected<std::string> decide(Oracle const& oracle, std::string_view scenario) {
    return formats::parse_json(scenario).and_then(formats::read_scenario).map([&](Scenario const& read) {
        RoutingProcess process(read);
        return formats::to_line(
            formats::write_answer(answer(process, oracle.profile, oracle.other_readings), oracle.profile));
    });
}

Expected<std::string> explain(Oracle const& oracle, std::string_view scenario) {
    return formats::parse_json(scenario).and_then(formats::read_scenario).map([&](Scenario const& read) {
        auto line = formats::OrderedJson::object();
        formats::write_answer(line, explained_answer(read, oracle.profile, oracle.other_readings),
                              oracle.profile, formats::With::explanation);
        return formats::to_line(line);
    });
}

}  // namespace ssbroute::interface
