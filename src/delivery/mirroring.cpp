#include "delivery/mirroring.hpp"

namespace ssbroute::delivery {
namespace {

constexpr std::array sides = {Side::address, Side::mirror_address};

}  // namespace

std::vector<MirrorAction> Mirroring::permitted(ProfileOverTime const& profile) const {
    std::vector<MirrorAction> actions;
    auto const ask = [&](Side side, RuleOverTime rule) {
        actions.push_back({MirrorActionKind::ask, side, rule});
    };
    auto const send = [&](Side side, RuleOverTime rule) {
        actions.push_back({MirrorActionKind::send, side, rule});
    };
    switch (phase_) {
        // MIRROR-2. While no message has been delivered by a mirrored route yet, both of its addresses are
        // asked which of them is the principal.
        case Phase::asking:
            for (auto const side : sides)
                if (heard(side) == Heard::nothing) ask(side, RuleOverTime::mirror_2);
            for (auto const side : sides)
                if (heard(side) == Heard::claims) send(side, RuleOverTime::mirror_2);
            break;
        // MIRROR-3. While the principal is known, everything that uses the route is sent to it, and the
        // mirror is not contacted.
        case Phase::known: send(principal_, RuleOverTime::mirror_3); break;
        // MIRROR-4. If the principal cannot be reached, or says that it no longer is the principal, messages
        // are sent to the other address if the instance there says that it is: so it is asked.
        case Phase::lost: ask(other(principal_), RuleOverTime::mirror_4); break;
        // MIRROR-6. After that both addresses are retried in turn until the principal can be reached or the
        // other claims to be the principal.
        case Phase::retrying:
            ask(next_, RuleOverTime::mirror_6);
            if (gave_up_ && profile.answer<RoleGivenUp>() == RoleGivenUp::last_principal)
                send(principal_, RuleOverTime::mirror_3);
            break;
    }
    return actions;
}

std::optional<RuleOverTime> Mirroring::happens(MirrorEvent event, ProfileOverTime const& profile) {
    switch (phase_) {
        case Phase::asking: return happens_while_asking(event, profile);
        case Phase::known: return happens_while_known(event);
        case Phase::lost: return happens_while_lost(event);
        case Phase::retrying: break;
    }
    return happens_while_retrying(event);
}

std::optional<RuleOverTime> Mirroring::happens_while_asking(MirrorEvent event,
                                                            ProfileOverTime const& profile) {
    switch (event.kind) {
        case MirrorEventKind::delivered:
            if (heard(event.side) != Heard::claims) return std::nullopt;
            know(event.side);
            delivered_ = true;
            return RuleOverTime::mirror_2;
        case MirrorEventKind::claims: heard(event.side) = Heard::claims; break;
        case MirrorEventKind::denies: heard(event.side) = Heard::denies; break;
        case MirrorEventKind::unreachable: heard(event.side) = Heard::unreachable; break;
    }
    if (heard_[0] == Heard::nothing || heard_[1] == Heard::nothing) return std::nullopt;

    // Both were heard. One claims: the principal is known. Otherwise the documents do not say what follows:
    // with both claiming it is the reading both-claim, with neither both are asked again.
    bool const first = heard_[0] == Heard::claims;
    bool const second = heard_[1] == Heard::claims;
    if (first != second) {
        know(first ? Side::address : Side::mirror_address);
        return RuleOverTime::mirror_2;
    }
    if (first && profile.answer<BothClaim>() == BothClaim::either) return std::nullopt;
    heard_ = {};
    return std::nullopt;
}

std::optional<RuleOverTime> Mirroring::happens_while_known(MirrorEvent event) {
    if (event.side != principal_ || event.kind == MirrorEventKind::claims) return std::nullopt;
    if (event.kind == MirrorEventKind::delivered) {
        delivered_ = true;
        return std::nullopt;
    }
    if (!delivered_) {
        // MIRROR-2 still holds: nothing was delivered by this route.
        *this = {};
        heard(event.side) = event.kind == MirrorEventKind::denies ? Heard::denies : Heard::unreachable;
        return RuleOverTime::mirror_2;
    }
    phase_ = Phase::lost;
    gave_up_ = event.kind == MirrorEventKind::denies;
    return RuleOverTime::mirror_4;
}

std::optional<RuleOverTime> Mirroring::happens_while_lost(MirrorEvent event) {
    if (event.side == principal_ || event.kind == MirrorEventKind::delivered) return std::nullopt;
    if (event.kind == MirrorEventKind::claims) {
        know(event.side);
        return RuleOverTime::mirror_4;
    }
    // MIRROR-5. If the principal cannot be reached and the other does not claim to be the principal, nothing
    // is sent to the other.
    retry(principal_);
    return RuleOverTime::mirror_5;
}

std::optional<RuleOverTime> Mirroring::happens_while_retrying(MirrorEvent event) {
    if (event.kind == MirrorEventKind::delivered) {
        if (event.side == principal_ && gave_up_) know(principal_);
        return std::nullopt;
    }
    if (event.side != next_) return std::nullopt;
    if (event.kind == MirrorEventKind::claims) {
        know(event.side);
        return RuleOverTime::mirror_6;
    }
    if (event.side == principal_) gave_up_ = event.kind == MirrorEventKind::denies;
    retry(other(event.side));
    return RuleOverTime::mirror_6;
}

void Mirroring::know(Side principal) {
    phase_ = Phase::known;
    heard_ = {};
    principal_ = principal;
    gave_up_ = false;
    next_ = Side::address;
}

void Mirroring::retry(Side first) {
    phase_ = Phase::retrying;
    next_ = first;
}

unsigned Mirroring::number() const {
    auto number = static_cast<unsigned>(phase_);
    for (auto const one : heard_) number = number * 4 + static_cast<unsigned>(one);
    for (auto const one :
         {principal_ == Side::mirror_address, delivered_, gave_up_, next_ == Side::mirror_address})
        number = number * 2 + (one ? 1U : 0U);
    return number;
}

}  // namespace ssbroute::delivery
