#include "render/r500/explain/explain.hpp"

#include "base/hash/hash.hpp"
#include "machine/r500/capture/walk.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace relit::render::r500::explain {
namespace {

using enum Test;
using machine::r500::Draw;
using machine::r500::State;
namespace reg = machine::r500::reg;
namespace field = machine::r500::field;

constexpr std::size_t kMostSuspects = 3;
constexpr std::uint64_t kMostVertices = 4'000'000; // of all attempts for one draw

/// The test at which most of a draw ended.
Test stopped_at(const DrawCounts& counts) {
    if (counts.sent == 0) return Vertices;
    if (counts.rasterised == 0) return counts.clipped > counts.culled ? Clipping : Culling;
    if (counts.fragments == 0) return Clipping;
    const std::pair<std::uint64_t, Test> ends[] = {{counts.masked, Mask},
                                                   {counts.killed, Program},
                                                   {counts.failed_alpha, Alpha},
                                                   {counts.failed_stencil, Stencil},
                                                   {counts.failed_depth, Depth}};
    return std::ranges::max_element(ends)->second;
}

/// Geometry has one cause as well as another, and so have those that mask pixels.
int group_of(Test test) {
    switch (test) {
        case Vertices:
        case Clipping:
        case Culling: return 0;
        case Scissor:
        case Mask:
        case Target: return 1;
        default: return 2 + static_cast<int>(test);
    }
}

/// Returns whether a test can be what stopped a draw. Targets are as large as the scissor: where that is small nothing is covered.
bool is_at(Test test, const ExplainedDraw& draw) {
    if (!draw.stopped || group_of(test) == group_of(*draw.stopped)) return true;
    if (*draw.stopped == Mask && test == Program)
        return true; // no target stores anything where the program has no colour
    return draw.counts.rasterised != 0 && draw.counts.fragments == 0 && group_of(test) == group_of(Scissor);
}

double kind_score(Kind kind) {
    switch (kind) {
        case Kind::Usual:
        case Kind::Derived: return 15;
        case Kind::Seen:
        case Kind::Upload: return 10;
        case Kind::Relaxed: return 4;
        case Kind::Near: return 0;
        case Kind::Program: return -10;
    }
    return 0;
}

/// Returns whether the other value is one that fits the draw, and not only lets it pass.
bool has_good_value(Kind kind) { return kind == Kind::Usual || kind == Kind::Derived; }

bool is_filled(const State& state) {
    return state[reg::ZB_BW_CNTL][field::ZB_BW_CNTL__ZB_CB_CLEAR] != 0 ||
           state[reg::RB3D_AARESOLVE_CTL][field::RB3D_AARESOLVE_CTL__AARESOLVE_MODE] != 0;
}

/// Tells the code of both programs apart.
std::string programs_of(const State& state) {
    const auto hash = [](std::span<const std::uint32_t> dwords) {
        return to_string(hash_of({reinterpret_cast<const std::uint8_t*>(dwords.data()), dwords.size_bytes()}));
    };
    constexpr std::size_t kVertexDwords = std::size_t{4} * isa::r500::kVertexConstants;
    return hash(std::span(state.vertex_memory.dwords).first(kVertexDwords)) + hash(state.fragment_code.dwords);
}

std::string text_of(const Misfits& misfits) {
    std::string text;
    for (const std::string& each : misfits) text += (text.empty() ? "" : "; ") + each;
    return text;
}

/// Of what ports have loaded, rather than of a register.
bool is_of_program(const Candidate& candidate) {
    return candidate.kind == Kind::Program || candidate.kind == Kind::Upload;
}

/// Finds where the stream last writes registers before their draws, which are in order.
void find_writes(const machine::r500::Capture& capture, std::span<ExplainedDraw> draws) {
    std::map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> last; // by register
    for (const ExplainedDraw& draw : draws)
        for (const Suspect& suspect : draw.suspects) last.try_emplace(suspect.number);
    auto next = draws.begin();
    for (machine::r500::Walker walker(capture); next != draws.end() && walker.next();) {
        const machine::r500::Packet& packet = walker.packet();
        for (std::size_t i = 0; packet.kind == machine::r500::PacketKind::Registers && i < packet.body.size(); ++i)
            if (const auto found = last.find(packet.register_of(i)); found != last.end())
                found->second = {walker.submission(), static_cast<std::uint32_t>(packet.at + 1 + i)};
        if (walker.draw() == nullptr || walker.draw()->number != next->number) continue;
        for (Suspect& suspect : next->suspects)
            if (!suspect.is_index) std::tie(suspect.submission, suspect.dword) = last.at(suspect.number);
        ++next;
    }
}

} // namespace

Explainer::Explainer(Player& player, std::optional<Rectangle> only)
    : player_(player), only_(only), seen_(seen_values(player.capture())), uploads_(player.capture()) {
    player_.before_draws([this](const Draw& draw) { return before(draw); });
}

void Explainer::remember(const State& state) {
    auto& innocent = innocent_[programs_of(state)];
    for (const auto& [number, values] : seen_) innocent[number].insert(state[number].raw[0]);
}

Status Explainer::before(const Draw& draw) {
    constexpr std::size_t kMostOpen = 64;
    ++draws_;
    Renderer& renderer = player_.renderer();
    if (const Status cleared = renderer.clear_before(draw); !cleared && cleared.error().kind == FaultKind::Device)
        return cleared;
    const auto predicted = renderer.predict(draw, true, only_);
    if (!predicted && predicted.error().kind == FaultKind::Device) return std::unexpected(predicted.error());
    ExplainedDraw explained{.number = draw.number};
    const Misfits misfits = is_filled(draw.state) ? Misfits() : misfeeds_.of(draw.state);
    explained.reason = predicted ? text_of(misfits) : predicted.error().text;
    if (predicted) {
        explained.counts = predicted->counts;
        explained.stopped = stopped_at(predicted->counts);
        if (predicted->coloured != 0) ++coloured_;
    }
    const bool writes = predicted && predicted->counts.written != 0;
    if (!writes) ++silent_;
    if (writes && misfits.empty()) remember(draw.state);
    if (open_.size() >= kMostOpen) return {};
    if (!writes) return explain(std::move(explained), draw);
    explained.symptom = Symptom::NoColour;
    if (predicted->coloured == 0 && coloured_ == 0) return explain(std::move(explained), draw);
    explained.symptom = Symptom::Misfed;
    if (!misfits.empty() && known_misfits_.insert(misfits).second) explain_misfed(std::move(explained), draw);
    return {};
}

bool Explainer::change(const Candidate& candidate, State& state) const {
    if (candidate.kind == Kind::Upload) return uploads_.apply(candidate, state);
    apply(candidate, state);
    return true;
}

Status Explainer::try_all(std::span<const Candidate> all, const Draw& draw, bool wants_colour, Renderer& renderer,
                          std::vector<Tried>& tried) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> done;
    std::uint64_t left = kMostVertices / std::max(draw.count, 1U) + 1;
    Draw changed = draw;
    const std::size_t misfits = misfeeds_.of(draw.state).size();
    for (const Candidate& each : all) {
        if (!is_of_program(each) && !done.emplace(each.number, each.value).second) continue;
        if (left-- == 0) break;
        changed.state = draw.state;
        if (!change(each, changed.state)) continue;
        const auto predicted = renderer.predict(changed, false, only_);
        if (!predicted && predicted.error().kind == FaultKind::Device) return std::unexpected(predicted.error());
        const std::uint64_t written = !predicted ? 0 : wants_colour ? predicted->coloured : predicted->counts.written;
        if (written == 0 || (is_filled(changed.state) && !is_filled(draw.state))) continue;
        tried.push_back({each, written, misfits != 0 && misfeeds_.of(changed.state).size() < misfits});
    }
    return {};
}

Status Explainer::explain(ExplainedDraw explained, const Draw& draw) {
    const auto renderer = player_.second_renderer();
    if (!renderer) return std::unexpected(renderer.error());
    uploads_.advance(draw);
    Open open{std::move(explained), draw.submission, programs_of(draw.state), {}};
    const auto attempt = [&](const std::vector<Candidate>& all) {
        return try_all(all, draw, open.draw.symptom == Symptom::NoColour, **renderer, open.tried);
    };
    std::vector<Candidate> known = known_;
    std::erase_if(known, [&](const Candidate& each) {
        return !is_of_program(each) && each.before != draw.state[each.number].raw[0];
    });
    if (const Status done = attempt(known); !done) return done;
    const bool is_known = open.tried.size() == known.size() && !known.empty(); // the cause is that of an earlier draw
    if (!is_known) {
        open.tried.clear();
        std::vector<Candidate> all = candidates(draw, seen_);
        std::ranges::copy(uploads_.candidates(draw), std::back_inserter(all));
        if (const Status done = attempt(all); !done) return done;
        const bool is_found =
            std::ranges::any_of(open.tried, [](const Tried& each) { return !is_of_program(each.candidate); });
        if (!is_found)
            if (const Status done = attempt(near_candidates(draw)); !done) return done;
        rank(open);
        known_.clear();
        for (const Tried& each : open.tried)
            if (known_.size() < 2 * kMostSuspects) known_.push_back(each.candidate);
    }
    if (!open.tried.empty()) open_.push_back(std::move(open));
    return {};
}

/// Registers whose change leaves nothing misfed; no device is asked.
void Explainer::explain_misfed(ExplainedDraw explained, const Draw& draw) {
    std::vector<Candidate> all = candidates(draw, seen_);
    for (const Candidate& each : near_candidates(draw)) all.push_back(each);
    Open open{std::move(explained), draw.submission, programs_of(draw.state), {}};
    State changed;
    for (const Candidate& each : all) {
        const auto found = machine::r500::register_at(each.number);
        if (!is_of_program(each) && (!found || !can_misfeed(found->row->name))) continue;
        changed = draw.state;
        apply(each, changed);
        if (misfeeds_.of(changed).empty()) open.tried.push_back({each, 0});
    }
    if (!open.tried.empty()) open_.push_back(std::move(open));
}

// ---- after the last draw

/// A register that a capture gives many values on purpose, or a program that several submissions load and that never writes.
bool Explainer::is_deliberate(const Open& open, const Tried& tried) const {
    constexpr std::size_t kMany = 6; // values
    const Candidate& candidate = tried.candidate;
    if (is_of_program(candidate))
        return std::ranges::any_of(open_, [&](const Open& other) {
            return other.submission != open.submission && other.draw.symptom == open.draw.symptom &&
                   std::ranges::any_of(other.tried, [&](const Tried& each) {
                       return each.candidate.number == candidate.number && is_of_program(each.candidate);
                   });
        });
    const auto seen = seen_.find(candidate.number);
    const bool is_test = std::ranges::any_of(open.tried, [&](const Tried& each) {
        return each.candidate.number == candidate.number &&
               (each.candidate.kind == Kind::Relaxed || each.candidate.rejects_alone);
    });
    return is_test && seen != seen_.end() && seen->second.size() >= kMany;
}

double Explainer::score_of(const Open& open, const Tried& tried, std::uint64_t most) const {
    const Candidate& candidate = tried.candidate;
    const bool is_guessed = candidate.kind == Kind::Near || candidate.kind == Kind::Seen;
    double score = kind_score(candidate.kind);
    if (candidate.rejects_alone) score += 100;
    if (candidate.is_odd) score += 60;
    if (tried.mends) score += 30;
    if (candidate.is_plausible && !candidate.is_odd)
        score -= is_guessed ? 40 : candidate.kind == Kind::Derived ? 20 : 0; // it has what others imply already
    if (is_at(candidate.test, open.draw)) score += 20;
    if (const auto innocent = innocent_.find(open.programs); innocent != innocent_.end() && !is_of_program(candidate)) {
        const auto values = innocent->second.find(candidate.number);
        const bool is_innocent = values != innocent->second.end() && values->second.contains(candidate.before);
        score += !is_innocent ? 15 : has_good_value(candidate.kind) ? -15 : -30;
    }
    const auto share = [](std::uint64_t fragments) { return std::log(static_cast<double>(fragments) + 1); };
    return score + 15 * share(tried.written) / share(most);
}

void Explainer::rank(Open& open) const {
    std::uint64_t most = 1;
    for (const Tried& each : open.tried) most = std::max(most, each.written);
    for (Tried& each : open.tried) each.score = score_of(open, each, most);
    std::ranges::stable_sort(open.tried, [](const Tried& a, const Tried& b) {
        return std::pair(a.score, a.written) > std::pair(b.score, b.written);
    });
}

void Explainer::name(Open& open) const {
    constexpr double kLeastScore = 20; // of what is no more suspicious than the rest of the capture
    std::vector<Suspect>& suspects = open.draw.suspects;
    for (const Tried& each : open.tried) {
        const Candidate& candidate = each.candidate;
        if (suspects.size() == kMostSuspects) return;
        const bool is_misfed = open.draw.symptom == Symptom::Misfed;
        if (!is_misfed && (each.score < kLeastScore || is_deliberate(open, each))) continue;
        if (std::ranges::find(suspects, candidate.number, &Suspect::number) != suspects.end()) continue;
        Suspect& made = suspects.emplace_back();
        made.number = candidate.number, made.passing = candidate.value, made.test = candidate.test;
        made.is_port = candidate.kind == Kind::Program;
        made.before = made.is_port ? 0 : candidate.before;
        made.written = each.written;
        if (candidate.kind != Kind::Upload) continue;
        made.is_index = true;
        made.submission = candidate.submission, made.dword = candidate.dword;
    }
}

std::vector<ExplainedDraw> Explainer::take() {
    std::vector<ExplainedDraw> all;
    for (Open& open : open_) {
        if (coloured_ != 0 && open.draw.symptom == Symptom::NoColour) continue;
        rank(open);
        name(open);
        if (!open.draw.suspects.empty()) all.push_back(std::move(open.draw));
    }
    open_.clear();
    find_writes(player_.capture(), all);
    return all;
}

} // namespace relit::render::r500::explain
