// Which of the console's measured habits are followed.
#pragma once

namespace relit::render::gs::reference {

/// All of them, as a rule. Without one its arithmetic is exact, which shows what of a picture the habit explains: public
/// renderers have none of these.
struct Rules {
    bool sprites_trail = true; // reference 7.3 point 5: some ramps of UV sprites read 1/16 texel low
    bool short_areas = true;   // points 3 and 4: gradients of textures by a short reciprocal of the area
};

} // namespace relit::render::gs::reference
