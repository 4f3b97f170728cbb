#include "formats/tsql/evaluation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "test_support/builders.hpp"

namespace ssbroute::formats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Operator = CatalogueQuery::Comparison::Operator;

Operand constant(std::string text) { return {Operand::Kind::constant, std::move(text)}; }
Operand number(std::string text) { return {Operand::Kind::number, std::move(text)}; }
Operand variable(std::string name) { return {Operand::Kind::variable, std::move(name)}; }
Operand quoted(std::vector<Operand> arguments) {
    return {Operand::Kind::quoted_name, "", {}, std::move(arguments)};
}
Operand const null{Operand::Kind::null};
Operand const dynamic{Operand::Kind::other, "f()"};
Operand const current_database{Operand::Kind::current_database};

Expression sum(std::vector<Operand> operands) { return {std::move(operands), {}}; }

CatalogueQuery::Comparison where(std::string column, Operator comparison,
                                 std::vector<Operand> const& values = {}) {
    CatalogueQuery::Comparison result{std::move(column), comparison};
    for (auto const& value : values) result.values.push_back(sum({value}));
    return result;
}
CatalogueQuery::Comparison named(std::string name) {
    return where("name", Operator::equal, {constant(std::move(name))});
}

Condition exists(QueriedView view, std::vector<CatalogueQuery::Comparison> comparisons,
                 std::optional<std::string> database = std::nullopt) {
    CatalogueQuery query{view, std::nullopt, std::move(comparisons)};
    if (database) query.database = Name{*database, {}};
    return {{}, Exists{std::move(query)}};
}
Condition negation(Condition condition) { return {{}, Not{{std::move(condition)}}}; }
Condition all_of(std::vector<Condition> conditions) { return {{}, AllOf{std::move(conditions)}}; }
Condition any_of(std::vector<Condition> conditions) { return {{}, AnyOf{std::move(conditions)}}; }
Condition compare(Operand left, ComparisonOfValues::Operator comparison, Operand right) {
    return {{}, ComparisonOfValues{sum({std::move(left)}), comparison, sum({std::move(right)})}};
}
Condition is_equal(Operand left, Operand right) {
    return compare(std::move(left), ComparisonOfValues::Operator::equal, std::move(right));
}
Condition is_like(std::string text, std::string pattern) {
    return compare(constant(std::move(text)), ComparisonOfValues::Operator::like,
                   constant(std::move(pattern)));
}
Condition database_exists(Operand name) { return {{}, DatabaseExists{sum({std::move(name)})}}; }

Condition const yes = is_equal(number("1"), number("1"));
Condition const no = is_equal(number("0"), number("1"));
Condition const null_truth = is_equal(null, number("1"));
Condition const not_known{{}, UnknownCondition{"f() > 1"}};

class EvaluationTest : public testing::Test {
protected:
    EvaluationTest() {
        server_.create_database("Sales");
        server_.create_service("Sales", "Orders");
        server_.set_database("Sales", BrokerIdentifier(test::guid_1), Broker::enabled);
        server_.create_route("Sales", "ToOrders",
                             {.service_name = "Orders", .lifetime = 60, .address = "TCP://a:1"},
                             test::time("2026-01-01T00:00:00Z"));
    }

    Value value(std::vector<Operand> operands) { return evaluation_.value(sum(std::move(operands))); }
    Truth truth(Condition const& condition) { return evaluation_.truth(condition); }

    Server server_{"S"};
    std::string const database_ = "sales";
    Variables variables_ = {
        {"@text", {Value::Kind::text, "abc"}}, {"@null", {Value::Kind::null}}, {"@dynamic", {}}};
    Work work_{1000000};
    Evaluation evaluation_{server_, database_, variables_, work_};
};

Value text(std::string value) { return {Value::Kind::text, std::move(value)}; }

TEST_F(EvaluationTest, ConstantsAndVariablesHaveTheirValues) {
    EXPECT_EQ(value({constant("x")}), text("x"));
    EXPECT_EQ(value({number("1.5")}), (Value{Value::Kind::number, "1.5"}));
    EXPECT_EQ(value({null}).kind, Value::Kind::null);
    EXPECT_EQ(value({variable("@TEXT")}), text("abc"));
    EXPECT_EQ(value({variable("@null")}).kind, Value::Kind::null);
    EXPECT_EQ(value({variable("@dynamic")}).kind, Value::Kind::not_known);
    EXPECT_EQ(value({variable("@unheard_of")}).kind, Value::Kind::not_known);
    EXPECT_EQ(value({dynamic}).kind, Value::Kind::not_known);
    EXPECT_EQ(value({}).kind, Value::Kind::not_known);
    EXPECT_EQ(value({current_database}), text("Sales"));
}

TEST_F(EvaluationTest, SumsAreTextsOneBehindTheOther) {
    EXPECT_EQ(value({constant("a"), variable("@text"), constant("")}), text("aabc"));
    EXPECT_EQ(value({constant("a"), null}).kind, Value::Kind::null);
    EXPECT_EQ(value({constant("a"), dynamic}).kind, Value::Kind::not_known);
    EXPECT_EQ(value({null, dynamic}).kind, Value::Kind::not_known);
    EXPECT_EQ(value({constant("1"), number("2")}).kind, Value::Kind::not_known);
}

TEST_F(EvaluationTest, NamesAreQuoted) {
    EXPECT_EQ(value({constant("CREATE ROUTE "), quoted({constant("a]b"), variable("@text")})}),
              text("CREATE ROUTE [a]]babc]"));
    EXPECT_EQ(value({quoted({null})}).kind, Value::Kind::null);
    EXPECT_EQ(value({quoted({dynamic})}).kind, Value::Kind::not_known);
}

TEST_F(EvaluationTest, ConditionsAreTrueFalseNullOrNotKnown) {
    EXPECT_EQ(truth(yes), Truth::yes);
    EXPECT_EQ(truth(no), Truth::no);
    EXPECT_EQ(truth(null_truth), Truth::null);
    EXPECT_EQ(truth(not_known), Truth::not_known);
    EXPECT_EQ(truth(negation(yes)), Truth::no);
    EXPECT_EQ(truth(negation(no)), Truth::yes);
    EXPECT_EQ(truth(negation(null_truth)), Truth::null);
    EXPECT_EQ(truth(negation(not_known)), Truth::not_known);
}

TEST_F(EvaluationTest, AndIsNoWiserThanItsParts) {
    EXPECT_EQ(truth(all_of({yes, yes})), Truth::yes);
    EXPECT_EQ(truth(all_of({yes, no})), Truth::no);
    EXPECT_EQ(truth(all_of({not_known, no})), Truth::no);
    EXPECT_EQ(truth(all_of({null_truth, no})), Truth::no);
    EXPECT_EQ(truth(all_of({yes, not_known})), Truth::not_known);
    EXPECT_EQ(truth(all_of({null_truth, not_known})), Truth::not_known);
    EXPECT_EQ(truth(all_of({yes, null_truth})), Truth::null);
}

TEST_F(EvaluationTest, OrIsYesWhereOnePartIs) {
    EXPECT_EQ(truth(any_of({no, no})), Truth::no);
    EXPECT_EQ(truth(any_of({no, yes})), Truth::yes);
    EXPECT_EQ(truth(any_of({not_known, yes})), Truth::yes);
    EXPECT_EQ(truth(any_of({null_truth, yes})), Truth::yes);
    EXPECT_EQ(truth(any_of({no, not_known})), Truth::not_known);
    EXPECT_EQ(truth(any_of({null_truth, not_known})), Truth::not_known);
    EXPECT_EQ(truth(any_of({no, null_truth})), Truth::null);
}

TEST_F(EvaluationTest, TextsAreEqualWithoutCaseAndTrailingSpaces) {
    EXPECT_EQ(truth(is_equal(constant("Abc  "), variable("@text"))), Truth::yes);
    EXPECT_EQ(truth(is_equal(constant(" abc"), variable("@text"))), Truth::no);
    EXPECT_EQ(truth(is_equal(constant("   "), constant(""))), Truth::yes);
    EXPECT_EQ(truth(is_equal(dynamic, constant("abc"))), Truth::not_known);
    EXPECT_EQ(truth(is_equal(null, null)), Truth::null);
    EXPECT_EQ(truth(compare(constant("a"), ComparisonOfValues::Operator::not_equal, constant("b"))),
              Truth::yes);
    EXPECT_EQ(truth(compare(constant("a"), ComparisonOfValues::Operator::not_equal, null)), Truth::null);
}

TEST_F(EvaluationTest, NumbersAreEqualAsNumbers) {
    EXPECT_EQ(truth(is_equal(number("7"), number("007"))), Truth::yes);
    EXPECT_EQ(truth(is_equal(number("7"), number("8"))), Truth::no);
    EXPECT_EQ(truth(is_equal(number("1"), number("1.0"))), Truth::not_known);
    EXPECT_EQ(truth(is_equal(constant("01"), number("1"))), Truth::yes);
    EXPECT_EQ(truth(is_equal(constant("x"), number("1"))), Truth::not_known);
}

TEST_F(EvaluationTest, LikeKnowsPercentAndUnderscore) {
    EXPECT_EQ(truth(is_like("OrderParts", "order%")), Truth::yes);
    EXPECT_EQ(truth(is_like("OrderParts", "%PARTS")), Truth::yes);
    EXPECT_EQ(truth(is_like("OrderParts", "%r%a%")), Truth::yes);
    EXPECT_EQ(truth(is_like("OrderParts", "order_arts")), Truth::yes);
    EXPECT_EQ(truth(is_like("OrderParts", "order_parts")), Truth::no);
    EXPECT_EQ(truth(is_like("OrderParts", "Order")), Truth::no);
    EXPECT_EQ(truth(is_like("", "%")), Truth::yes);
    EXPECT_EQ(truth(is_like("", "_")), Truth::no);
    EXPECT_EQ(truth(is_like("a", "[a-c]")), Truth::not_known);
    EXPECT_EQ(truth(compare(constant("a"), ComparisonOfValues::Operator::not_like, constant("b%"))),
              Truth::yes);
    EXPECT_EQ(truth(compare(dynamic, ComparisonOfValues::Operator::like, constant("b%"))), Truth::not_known);
    EXPECT_EQ(truth(compare(null, ComparisonOfValues::Operator::like, constant("b%"))), Truth::null);
}

TEST_F(EvaluationTest, NullIsKnownOfWhatIs) {
    EXPECT_EQ(truth({{}, IsNull{sum({variable("@null")})}}), Truth::yes);
    EXPECT_EQ(truth({{}, IsNull{sum({variable("@text")})}}), Truth::no);
    EXPECT_EQ(truth({{}, IsNull{sum({dynamic})}}), Truth::not_known);
}

TEST_F(EvaluationTest, RoutesAreFoundByName) {
    EXPECT_EQ(truth(exists(QueriedView::routes, {named("toorders ")})), Truth::yes);
    EXPECT_EQ(truth(exists(QueriedView::routes, {named("Other")})), Truth::no);
    EXPECT_EQ(truth(exists(QueriedView::routes, {})), Truth::yes);
    EXPECT_EQ(truth(exists(QueriedView::routes, {where("name", Operator::equal, {dynamic})})),
              Truth::not_known);
    EXPECT_EQ(truth(exists(QueriedView::routes, {where("name", Operator::equal, {null})})), Truth::no);
    EXPECT_EQ(truth(exists(QueriedView::routes, {named("ToOrders")}, "msdb")), Truth::no);
    EXPECT_EQ(truth(exists(QueriedView::routes, {named("AutoCreatedLocal")}, "msdb")), Truth::yes);
}

TEST_F(EvaluationTest, RoutesAreFoundByTheirColumns) {
    auto const found = [&](CatalogueQuery::Comparison comparison) {
        return truth(exists(QueriedView::routes, {named("ToOrders"), std::move(comparison)}));
    };
    EXPECT_EQ(found(where("remote_service_name", Operator::equal, {constant("Orders")})), Truth::yes);
    EXPECT_EQ(found(where("remote_service_name", Operator::equal, {constant("orders")})), Truth::no);
    EXPECT_EQ(found(where("remote_service_name", Operator::not_equal, {constant("orders")})), Truth::yes);
    EXPECT_EQ(found(where("address", Operator::equal, {constant("tcp://A:1")})), Truth::yes);
    EXPECT_EQ(found(where("broker_instance", Operator::is_null)), Truth::yes);
    EXPECT_EQ(found(where("broker_instance", Operator::equal, {constant("x")})), Truth::no);
    EXPECT_EQ(found(where("mirror_address", Operator::is_not_null)), Truth::no);
    EXPECT_EQ(found(where("lifetime", Operator::is_null)), Truth::not_known);
    EXPECT_EQ(found(where("route_id", Operator::equal, {number("1")})), Truth::not_known);
    EXPECT_EQ(found(where("address", Operator::one_of, {constant("x"), constant("TCP://a:1")})), Truth::yes);
    EXPECT_EQ(found(where("address", Operator::one_of, {})), Truth::no);
    EXPECT_EQ(found(where("address", Operator::one_of, {constant("x"), dynamic})), Truth::not_known);
}

TEST_F(EvaluationTest, ARowThatSurelyPassesOutweighsOneThatMay) {
    auto const of_unknown_id = where("route_id", Operator::equal, {number("1")});
    EXPECT_EQ(truth(exists(QueriedView::routes, {of_unknown_id})), Truth::not_known);
    EXPECT_EQ(truth(exists(QueriedView::routes, {where("address", Operator::equal, {constant("LOCAL")})})),
              Truth::yes);
    EXPECT_EQ(truth(exists(QueriedView::routes,
                           {of_unknown_id, where("address", Operator::equal, {constant("nowhere")})})),
              Truth::no);
}

TEST_F(EvaluationTest, ServicesAreFoundByteByByte) {
    EXPECT_EQ(truth(exists(QueriedView::services, {named("Orders")})), Truth::yes);
    EXPECT_EQ(truth(exists(QueriedView::services, {named("orders")})), Truth::no);
    EXPECT_EQ(truth(exists(QueriedView::services, {where("name", Operator::one_of, {constant("Orders")})})),
              Truth::yes);
    EXPECT_EQ(truth(exists(QueriedView::services, {where("name", Operator::one_of, {constant("orders")})})),
              Truth::no);
    EXPECT_EQ(truth(exists(QueriedView::services, {named("Orders")}, "msdb")), Truth::no);
}

TEST_F(EvaluationTest, DatabasesAreFoundWithTheirBroker) {
    auto const broker = [](char const* bit) {
        return where("is_broker_enabled", Operator::equal, {number(bit)});
    };
    EXPECT_EQ(truth(exists(QueriedView::databases, {named("SALES"), broker("1")})), Truth::yes);
    EXPECT_EQ(truth(exists(QueriedView::databases, {named("SALES"), broker("0")})), Truth::no);
    EXPECT_EQ(truth(exists(QueriedView::databases, {broker("0")})), Truth::no);
    server_.change_broker("Sales", BrokerChange::disable);
    EXPECT_EQ(truth(exists(QueriedView::databases, {broker("0")})), Truth::yes);
    EXPECT_EQ(truth(exists(QueriedView::databases,
                           {where("service_broker_guid", Operator::equal, {constant(test::guid_1)})})),
              Truth::yes);
    EXPECT_EQ(truth(exists(QueriedView::databases,
                           {where("service_broker_guid", Operator::equal, {constant(test::guid_2)})})),
              Truth::not_known);  // that of msdb is not known
    EXPECT_EQ(truth(exists(QueriedView::databases,
                           {named("Sales"), where("database_id", Operator::equal, {dynamic})})),
              Truth::not_known);
    EXPECT_THAT(evaluation_.missed(), IsEmpty());
}

TEST_F(EvaluationTest, AnEndpointIsFoundByItsName) {
    EXPECT_EQ(truth(exists(QueriedView::endpoints, {named("Broker")})), Truth::no);
    server_.name_endpoint("Broker");
    EXPECT_EQ(truth(exists(QueriedView::endpoints, {named("BROKER")})), Truth::yes);
    EXPECT_EQ(truth(exists(QueriedView::endpoints, {named("Other")})), Truth::no);
    EXPECT_EQ(truth(exists(QueriedView::endpoints,
                           {where("type_desc", Operator::equal, {constant("SERVICE_BROKER")}),
                            where("type", Operator::equal, {number("3")}),
                            where("protocol_desc", Operator::equal, {constant("TCP")})})),
              Truth::yes);
    EXPECT_EQ(truth(exists(QueriedView::endpoints, {where("state", Operator::equal, {number("0")})})),
              Truth::not_known);
}

TEST_F(EvaluationTest, DatabasesThatAreMissedAreTold) {
    EXPECT_EQ(truth(database_exists(constant("Sales"))), Truth::yes);
    EXPECT_EQ(truth(database_exists(dynamic)), Truth::not_known);
    EXPECT_EQ(truth(database_exists(null)), Truth::no);
    EXPECT_THAT(evaluation_.missed(), IsEmpty());
    EXPECT_EQ(truth(database_exists(constant("Billing "))), Truth::no);
    EXPECT_EQ(truth(exists(QueriedView::databases, {named("Stock")})), Truth::no);
    server_.create_database("Gone");
    server_.drop_database("Gone");
    EXPECT_EQ(truth(database_exists(constant("Gone"))), Truth::no);
    EXPECT_THAT(evaluation_.missed(), ElementsAre("Billing", "Stock"));
}

TEST_F(EvaluationTest, ADatabaseThatIsLookedIntoIsAssumed) {
    EXPECT_EQ(truth(exists(QueriedView::routes, {named("AutoCreatedLocal")}, "Billing")), Truth::yes);
    EXPECT_EQ(truth(exists(QueriedView::routes, {named("AutoCreatedLocal")}, "Billing")), Truth::yes);
    EXPECT_THAT(evaluation_.assumed(), ElementsAre("Billing"));
    EXPECT_TRUE(server_.has_database("Billing"));
}

TEST_F(EvaluationTest, NothingIsKnownOnceTheWorkIsDone) {
    Work little(10);
    Evaluation evaluation(server_, database_, variables_, little);
    EXPECT_EQ(evaluation.value(sum({constant("12345"), constant("1234")})), text("123451234"));
    EXPECT_EQ(evaluation.value(sum({constant("12345"), constant("12345")})).kind, Value::Kind::not_known);
    EXPECT_TRUE(little.is_spent());
    EXPECT_EQ(evaluation.truth(exists(QueriedView::routes, {})), Truth::not_known);
}

}  // namespace
}  // namespace ssbroute::formats
