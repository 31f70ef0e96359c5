# Run as a script: writes SOURCE to RESULT as a raw string literal of C++.
file(READ "${SOURCE}" text)
string(FIND "${text}" ")relit\"" end)
if(NOT end EQUAL -1)
    message(FATAL_ERROR "${SOURCE} contains the end of its string literal")
endif()
file(WRITE "${RESULT}" "R\"relit(${text})relit\"\n")
