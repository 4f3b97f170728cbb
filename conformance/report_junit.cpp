#include "conformance/report_junit.hpp"

#include <fmt/format.h>
#include <pugixml.hpp>
#include <sstream>

#include "conformance/printable.hpp"

namespace ssbroute::conformance {
namespace {

void set(pugi::xml_node node, char const* name, std::string const& value) {
    node.append_attribute(name).set_value(printable(value).c_str());
}

void set_text(pugi::xml_node node, std::string const& value) { node.text().set(printable(value).c_str()); }

pugi::xml_node add_case(pugi::xml_node suite, std::string const& group, std::string const& name) {
    auto one = suite.append_child("testcase");
    set(one, "classname", group);
    set(one, "name", name);
    return one;
}

void add_failure(pugi::xml_node one, char const* element, std::string const& type,
                 std::string const& message) {
    auto failure = one.append_child(element);
    set(failure, "type", type);
    set(failure, "message", message);
    set_text(failure, message);
}

// JUnit tells failures, which were judged, from errors, which could not be.
char const* element_of(Verdict verdict) {
    return verdict == Verdict::violates || verdict == Verdict::incomplete ? "failure" : "error";
}

void add(pugi::xml_node suite, CaseReport const& report) {
    auto const slash = report.id.rfind('/');
    bool const has_group = slash != std::string::npos;
    auto one = add_case(suite, has_group ? report.id.substr(0, slash) : "",
                        report.id.substr(has_group ? slash + 1 : 0));
    auto const type = std::string(id(report.verdict));
    if (report.known == Known::yes || report.verdict == Verdict::unsupported)
        set(one.append_child("skipped"), "message",
            (report.known == Known::yes ? "known: " : "") + type + ": " + report.explanation);
    else if (is_failure(report.verdict))
        add_failure(one, element_of(report.verdict), type, report.explanation);
    else if (report.verdict != Verdict::conforms)
        set_text(one.append_child("system-out"), type + ": " + report.explanation);
    if (!report.error_tail.empty()) set_text(one.append_child("system-err"), report.error_tail);
}

// What fails without being a case.
void add_checks(pugi::xml_node suite, Report const& report, Summary const& summary) {
    for (auto const& check : report.honesty) {
        auto one = add_case(suite, "checks", check.id);
        if (check.held == Held::no) add_failure(one, "failure", "check", check.text);
    }
    for (auto const& reading : readings_of(report)) {
        auto const& finding = summary.profile.of(reading.reading);
        auto const said = text(reading.reading, finding);
        auto one = add_case(suite, "profile", std::string(reading.id));
        if (std::holds_alternative<Inconsistent>(finding))
            add_failure(one, "failure", "inconsistent", said);
        else
            set_text(one.append_child("system-out"), said);
    }
    for (auto const& line : report.ratchet)
        add_failure(add_case(suite, "known failures", line), "failure", "ratchet", line);
    if (report.ending == Ending::interrupted)
        add_failure(add_case(suite, "checks", "complete"), "failure", "interrupted",
                    fmt::format("interrupted after {} of {} cases", report.cases.size(), report.selected));
}

void add_property(pugi::xml_node properties, char const* name, std::string const& value) {
    auto property = properties.append_child("property");
    set(property, "name", name);
    set(property, "value", value);
}

// How many of the suite's cases have an element of this name.
std::size_t count(pugi::xml_node suite, char const* element) {
    std::size_t result = 0;
    for (auto const one : suite.children("testcase"))
        if (!one.child(element).empty()) ++result;
    return result;
}

}  // namespace

std::string junit_report(Report const& report, Summary const& summary) {
    pugi::xml_document document;
    auto declaration = document.append_child(pugi::node_declaration);
    declaration.append_attribute("version") = "1.0";
    declaration.append_attribute("encoding") = "UTF-8";
    auto suite = document.append_child("testsuites").append_child("testsuite");
    set(suite, "name", "ssbroute conform");
    auto properties = suite.append_child("properties");
    add_property(properties, "implementation", report.implementation.name);
    add_property(properties, "implementation_version", report.implementation.version);
    add_property(properties, "suite_version", report.suite_version);
    add_property(properties, "platform", report.platform);
    add_property(properties, "reproduce", report.reproduce);
    add_checks(suite, report, summary);
    for (auto const& one : report.cases) add(suite, one);

    auto const total = static_cast<std::size_t>(
        std::distance(suite.children("testcase").begin(), suite.children("testcase").end()));
    set(suite, "tests", std::to_string(total));
    set(suite, "failures", std::to_string(count(suite, "failure")));
    set(suite, "errors", std::to_string(count(suite, "error")));
    set(suite, "skipped", std::to_string(count(suite, "skipped")));
    std::ostringstream out;
    document.save(out, "  ");
    return out.str();
}

}  // namespace ssbroute::conformance
