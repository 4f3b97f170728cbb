// The C interface over src/interface.
#include "ssbroute.h"

#include <string>
#include <string_view>
#include <utility>

#include "formats/json_text.hpp"
#include "interface/catalogue.hpp"
#include "interface/oracle.hpp"
#include "interface/routing_tables.hpp"
#include "model/utf_8.hpp"
#include "version.hpp"

struct ssbroute_oracle {
    ssbroute::interface::Oracle value;
};

struct ssbroute_result {
    ssbroute_status status;
    std::string text;
    std::string where;
};

namespace {

using ssbroute::Error;
using ssbroute::Expected;

// What the result is that there is no memory for.
constexpr std::string_view failed = "no answer: memory did not suffice, or ssbroute has a defect";

// A place in the text of JSON begins the message; here it is a place like others.
Error with_line_as_place(Error error) {
    auto const end = error.message.find(": ");
    if (error.message.rfind("line ", 0) != 0 || end == std::string::npos) return error;
    if (!error.where.empty()) error.where += ": ";
    error.where += error.message.substr(0, end);
    error.message.erase(0, end + 2);
    return error;
}

// Messages quote the input, which may be no UTF-8.
std::string in_utf_8(std::string_view text) {
    auto const is_character = [](char32_t letter) {
        return letter < 0xD800 || (letter > 0xDFFF && letter < ssbroute::stray_byte);
    };
    std::string result;
    for (char32_t const letter : ssbroute::letters_of(text))
        ssbroute::append(result, is_character(letter) ? letter : U'\uFFFD');
    return result;
}

ssbroute_result* result_of(Expected<std::string> answer) {
    if (answer) return new ssbroute_result{SSBROUTE_DONE, std::move(*answer), ""};
    auto error = with_line_as_place(std::move(answer.error()));
    auto const text = ssbroute::formats::place_and_message(error);
    return new ssbroute_result{SSBROUTE_WRONG_INPUT, in_utf_8(text), in_utf_8(error.where)};
}

// Nothing is thrown on purpose: what comes here is memory that does not suffice, or a defect.
template <typename Ask>
ssbroute_result* result_of_asking(Ask const& ask) noexcept {
    try {
        return result_of(ask());
    } catch (...) {
        return nullptr;
    }
}

std::string_view view(char const* text, size_t size) { return size == 0 ? "" : std::string_view(text, size); }

}  // namespace

int ssbroute_interface_version() { return SSBROUTE_INTERFACE_VERSION; }

char const* ssbroute_version() { return ssbroute::version.data(); }

ssbroute_status ssbroute_result_status(ssbroute_result const* result) {
    return result == nullptr ? SSBROUTE_FAILED : result->status;
}

char const* ssbroute_result_text(ssbroute_result const* result) {
    return result == nullptr ? failed.data() : result->text.c_str();
}

size_t ssbroute_result_size(ssbroute_result const* result) {
    return result == nullptr ? failed.size() : result->text.size();
}

char const* ssbroute_result_where(ssbroute_result const* result) {
    return result == nullptr ? "" : result->where.c_str();
}

void ssbroute_result_free(ssbroute_result* result) { delete result; }

ssbroute_result* ssbroute_oracle_new(char const* options, size_t options_size, ssbroute_oracle** oracle) {
    *oracle = nullptr;
    return result_of_asking([&] {
        return ssbroute::interface::read_oracle(view(options, options_size))
            .map([&](ssbroute::interface::Oracle read) {
                *oracle = new ssbroute_oracle{read};
                return std::string();
            });
    });
}

void ssbroute_oracle_free(ssbroute_oracle* oracle) { delete oracle; }

ssbroute_result* ssbroute_decide(ssbroute_oracle const* oracle, char const* scenario, size_t scenario_size) {
    return result_of_asking(
        [&] { return ssbroute::interface::decide(oracle->value, view(scenario, scenario_size)); });
}

ssbroute_result* ssbroute_explain(ssbroute_oracle const* oracle, char const* scenario, size_t scenario_size) {
    return result_of_asking(
        [&] { return ssbroute::interface::explain(oracle->value, view(scenario, scenario_size)); });
}

ssbroute_result* ssbroute_follow(ssbroute_oracle const* oracle, char const* scenario, size_t scenario_size,
                                 char const* options, size_t options_size) {
    return result_of_asking([&] {
        return ssbroute::interface::follow(oracle->value, view(scenario, scenario_size),
                                           view(options, options_size));
    });
}

ssbroute_result* ssbroute_picture(ssbroute_oracle const* oracle, char const* scenario, size_t scenario_size,
                                  char const* options, size_t options_size) {
    return result_of_asking([&] {
        return ssbroute::interface::picture(oracle->value, view(scenario, scenario_size),
                                            view(options, options_size));
    });
}

ssbroute_result* ssbroute_import_sql(char const* text, size_t text_size, char const* options,
                                     size_t options_size) {
    return result_of_asking(
        [&] { return ssbroute::interface::import_sql(view(text, text_size), view(options, options_size)); });
}

ssbroute_result* ssbroute_emit_sql(char const* text, size_t text_size, char const* options,
                                   size_t options_size) {
    return result_of_asking(
        [&] { return ssbroute::interface::emit_sql(view(text, text_size), view(options, options_size)); });
}

ssbroute_result* ssbroute_lint(char const* text, size_t text_size, char const* options, size_t options_size) {
    return result_of_asking(
        [&] { return ssbroute::interface::lint(view(text, text_size), view(options, options_size)); });
}

ssbroute_result* ssbroute_rules() {
    return result_of_asking([] { return Expected<std::string>(ssbroute::interface::rules_and_readings()); });
}
