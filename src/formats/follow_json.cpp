#include "formats/follow_json.hpp"

#include "formats/answer_json.hpp"
#include "formats/explanation_json.hpp"

namespace ssbroute::formats {

OrderedJson write_followed_way(FollowedWay const& way) {
    OrderedJson value = {{"outcome", write_outcome(way.outcome)}, {"choices", OrderedJson::array()}};
    for (auto const& choice : way.choices)
        value["choices"].push_back(
            {{"rule", id(choice.rule)}, {"alternatives", choice.alternatives}, {"pick", choice.pick}});
    add_explanation(value, way.explanation);
    return value;
}

}  // namespace ssbroute::formats
