// Which registers keep a draw from writing pixels. Each suspicion is tried: the draw is predicted once more with the register changed,
// and only registers whose change makes it write are named.
#pragma once

#include "render/r500/explain/candidates.hpp"
#include "render/r500/explain/misfed.hpp"
#include "render/r500/explain/uploads.hpp"
#include "render/r500/player.hpp"

#include <set>

namespace relit::render::r500::explain {

/// The fault of a draw. NoColour: it writes depth or stencil alone, and no draw of the replay stores a colour. Misfed: its
/// programs read what nothing has written, or write what nothing takes.
enum class Symptom : std::uint8_t { NothingWritten, NoColour, Misfed };

struct Suspect {
    std::uint32_t number = 0;                // of the register
    std::uint32_t before = 0, passing = 0;   // its values
    bool is_port = false;                    // they are those of a dword that went through it
    bool is_index = false;                   // of a port: it counts where it is written, not at the draw
    Test test{};                             // that rejects everything
    std::uint64_t written = 0;               // fragments that are written with the other value
    std::uint32_t submission = 0, dword = 0; // its last write in the stream before the draw
};

struct ExplainedDraw {
    std::uint32_t number = 0;
    Symptom symptom{};
    std::optional<Test> stopped; // by this; nothing if it was left out
    std::string reason;          // why it was left out, or what is misfed
    DrawCounts counts;
    std::vector<Suspect> suspects; // at most three, the most suspicious first
};

class Explainer {
public:
    /// Explains the draws that the player performs from now on; `only` what becomes of a pixel. The player must outlive this.
    Explainer(Player& player, std::optional<Rectangle> only);
    Explainer(const Explainer&) = delete;
    Explainer& operator=(const Explainer&) = delete;
    ~Explainer() { player_.before_draws({}); }

    /// Draws about which there is something to say, after the last draw: the first 64, without those that have no suspect.
    [[nodiscard]] std::vector<ExplainedDraw> take();
    [[nodiscard]] std::uint32_t draws() const { return draws_; }
    [[nodiscard]] std::uint32_t silent() const {
        return silent_;
    } // draws that write nothing, with or without a suspect

private:
    struct Tried {
        Candidate candidate;
        std::uint64_t written = 0;
        bool mends = false; // it leaves less misfed
        double score = 0;
    };
    /// A draw with all that makes it write; which of it is suspicious is known after the last draw.
    struct Open {
        ExplainedDraw draw;
        std::uint32_t submission = 0;
        std::string programs; // tells their code apart
        std::vector<Tried> tried;
    };
    [[nodiscard]] Status before(const machine::r500::Draw& draw);
    [[nodiscard]] Status explain(ExplainedDraw explained, const machine::r500::Draw& draw);
    void explain_misfed(ExplainedDraw explained, const machine::r500::Draw& draw);
    [[nodiscard]] Status try_all(std::span<const Candidate> all, const machine::r500::Draw& draw, bool wants_colour,
                                 Renderer& renderer, std::vector<Tried>& tried);
    /// False where there is nothing to change any more.
    [[nodiscard]] bool change(const Candidate& candidate, machine::r500::State& state) const;
    void remember(const machine::r500::State& state);
    [[nodiscard]] double score_of(const Open& open, const Tried& tried, std::uint64_t most) const;
    [[nodiscard]] bool is_deliberate(const Open& open, const Tried& tried) const;
    void rank(Open& open) const;
    void name(Open& open) const;

    Player& player_;
    std::optional<Rectangle> only_;
    SeenValues seen_;
    Uploads uploads_; // before the last draw that was explained
    /// Values of registers in draws that write, by their programs: a clear exonerates no register of other draws.
    std::map<std::string, std::map<std::uint32_t, std::set<std::uint32_t>>> innocent_;
    std::vector<Candidate> known_; // that made the last explained draw write
    std::vector<Open> open_;
    std::uint32_t draws_ = 0, silent_ = 0, coloured_ = 0;
    Misfeeds misfeeds_;
    std::set<Misfits> known_misfits_; // that were explained
};

} // namespace relit::render::r500::explain
