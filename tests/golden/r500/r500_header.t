# The header of registers, fields and values is one of C and C++, without a name that is defined twice; what it says is what
# `r500 reg` says.
run: relit r500 header > r500.h; sed -n '/define VAP_VTE_CNTL /,/VPORT_X_OFFSET_ENA__SHIFT/p; /define RB3D_BLENDCNTL /,/ALPHA_BLEND_ENABLE__GET/p' r500.h; grep -E 'GB_SELECT__FOG_SELECT__|define RS_IP|VAP_CNTL__RESET' r500.h
run: sh build.sh
---- in build.sh
cc=$(command -v cc || command -v gcc) || { echo 'as it is'; exit; } # a machine without a compiler has nothing to try it with
$cc -std=c99 -pedantic -Wall -Wextra -Werror use.c -o use && ./use > made || exit
$cc -x c++ -Wall -Wextra -Werror -fsyntax-only use.c || exit
while read -r name value rest; do
    relit r500 reg $name $rest | sed -n 's/^\(0x[0-9a-f]*\) = .*/\1/p' | grep -qx "$value" || echo "$name $rest is not $value"
done < made
echo 'as it is'
---- in use.c
#include "r500.h"
#include <stdio.h>
int main(void) {
    unsigned word = VAP_VTE_CNTL__VPORT_X_SCALE_ENA(1) | VAP_VTE_CNTL__VTX_XY_FMT__MASK;
    printf("VAP_VTE_CNTL 0x%08x VPORT_X_SCALE_ENA=%u VTX_XY_FMT=%u\n", word, VAP_VTE_CNTL__VPORT_X_SCALE_ENA__GET(word),
           VAP_VTE_CNTL__VTX_XY_FMT__GET(word));
    word = GB_SELECT__FOG_SELECT__SELECT_Z;
    printf("GB_SELECT 0x%08x FOG_SELECT=SELECT_Z\n", word);
    printf("VAP_CNTL 0x%08x PVS_NUM_SLOTS=0\n", VAP_CNTL__RESET | VAP_CNTL__PVS_NUM_SLOTS(0));
    return RS_IP(3) == 0x4080 ? 0 : 1;
}
---- out
#define VAP_VTE_CNTL 0x20b0
/* X is scaled */
#define VAP_VTE_CNTL__VPORT_X_SCALE_ENA__SHIFT 0
#define VAP_VTE_CNTL__VPORT_X_SCALE_ENA__MASK 0x1u
#define VAP_VTE_CNTL__VPORT_X_SCALE_ENA(value) (((value) & 0x1u) << 0)
#define VAP_VTE_CNTL__VPORT_X_SCALE_ENA__GET(word) (((word) >> 0) & 0x1u)
/* X is moved */
#define VAP_VTE_CNTL__VPORT_X_OFFSET_ENA__SHIFT 1
#define RB3D_BLENDCNTL 0x4e04
#define RB3D_BLENDCNTL__RESET 0x4u
/* blending is on */
#define RB3D_BLENDCNTL__ALPHA_BLEND_ENABLE__SHIFT 0
#define RB3D_BLENDCNTL__ALPHA_BLEND_ENABLE__MASK 0x1u
#define RB3D_BLENDCNTL__ALPHA_BLEND_ENABLE(value) (((value) & 0x1u) << 0)
#define RB3D_BLENDCNTL__ALPHA_BLEND_ENABLE__GET(word) (((word) >> 0) & 0x1u)
#define VAP_CNTL__RESET 0x240000u
#define GB_SELECT__FOG_SELECT__SHIFT 0
#define GB_SELECT__FOG_SELECT__MASK 0x7u
#define GB_SELECT__FOG_SELECT__GET(word) (((word) >> 0) & 0x7u)
#define GB_SELECT__FOG_SELECT__SELECT_C0A (0u << 0)
#define GB_SELECT__FOG_SELECT__SELECT_C1A (1u << 0)
#define GB_SELECT__FOG_SELECT__SELECT_C2A (2u << 0)
#define GB_SELECT__FOG_SELECT__SELECT_C3A (3u << 0)
#define GB_SELECT__FOG_SELECT__SELECT_1_1_W (4u << 0)
#define GB_SELECT__FOG_SELECT__SELECT_Z (5u << 0)
#define RS_IP(i) (0x4074 + 4 * (i))
#define RS_IP__TEX_PTR_S__SHIFT 0
#define RS_IP__TEX_PTR_S__MASK 0x3fu
#define RS_IP__TEX_PTR_S(value) (((value) & 0x3fu) << 0)
#define RS_IP__TEX_PTR_S__GET(word) (((word) >> 0) & 0x3fu)
#define RS_IP__TEX_PTR_T__SHIFT 6
#define RS_IP__TEX_PTR_T__MASK 0xfc0u
#define RS_IP__TEX_PTR_T(value) (((value) & 0x3fu) << 6)
#define RS_IP__TEX_PTR_T__GET(word) (((word) >> 6) & 0x3fu)
#define RS_IP__TEX_PTR_R__SHIFT 12
#define RS_IP__TEX_PTR_R__MASK 0x3f000u
#define RS_IP__TEX_PTR_R(value) (((value) & 0x3fu) << 12)
#define RS_IP__TEX_PTR_R__GET(word) (((word) >> 12) & 0x3fu)
#define RS_IP__TEX_PTR_Q__SHIFT 18
#define RS_IP__TEX_PTR_Q__MASK 0xfc0000u
#define RS_IP__TEX_PTR_Q(value) (((value) & 0x3fu) << 18)
#define RS_IP__TEX_PTR_Q__GET(word) (((word) >> 18) & 0x3fu)
#define RS_IP__COL_PTR__SHIFT 24
#define RS_IP__COL_PTR__MASK 0x7000000u
#define RS_IP__COL_PTR(value) (((value) & 0x7u) << 24)
#define RS_IP__COL_PTR__GET(word) (((word) >> 24) & 0x7u)
#define RS_IP__COL_FMT__SHIFT 27
#define RS_IP__COL_FMT__MASK 0x78000000u
#define RS_IP__COL_FMT(value) (((value) & 0xfu) << 27)
#define RS_IP__COL_FMT__GET(word) (((word) >> 27) & 0xfu)
#define RS_IP__COL_FMT__FOUR_COMPONENTS_R_G_B_A (0u << 27)
#define RS_IP__COL_FMT__THREE_COMPONENTS_R_G_B_0 (1u << 27)
#define RS_IP__COL_FMT__THREE_COMPONENTS_R_G_B_1 (2u << 27)
#define RS_IP__COL_FMT__ONE_COMPONENT_0_0_0_A (4u << 27)
#define RS_IP__COL_FMT__ZERO_COMPONENTS_0_0_0_0 (5u << 27)
#define RS_IP__COL_FMT__ZERO_COMPONENTS_0_0_0_1 (6u << 27)
#define RS_IP__COL_FMT__ONE_COMPONENT_1_1_1_A (8u << 27)
#define RS_IP__COL_FMT__ZERO_COMPONENTS_1_1_1_0 (9u << 27)
#define RS_IP__COL_FMT__ZERO_COMPONENTS_1_1_1_1 (10u << 27)
#define RS_IP__OFFSET_EN__SHIFT 31
#define RS_IP__OFFSET_EN__MASK 0x80000000u
#define RS_IP__OFFSET_EN(value) (((value) & 0x1u) << 31)
#define RS_IP__OFFSET_EN__GET(word) (((word) >> 31) & 0x1u)
as it is
