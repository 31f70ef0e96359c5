// Which of the console's measured habits are followed.
#pragma once

namespace relit::render::gs::reference {

/// All of them, as a rule. Without one its arithmetic is exact, which shows what of an image the habit explains: public
/// renderers have none of these.
struct Rules {
    bool sprites_trail =
        true; // reference 7.3 rule 5: sprites cut S, T and Q, walk in steps rounded down, and some ramps read one unit low
    bool coarse_planes = true; // rules 3 and 4: textures by planes of few bits and short reciprocals of area and Q
    bool coarse_steps = true;  // rules 1 and 2: colour, fog and depth go in coarse steps, from seeds a little low
};
inline constexpr Rules kPlain{.sprites_trail = false, .coarse_planes = false, .coarse_steps = false};

} // namespace relit::render::gs::reference
