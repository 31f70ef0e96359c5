# Finds long functions by counting braces, which works on what clang-format writes: strings, characters and comments
# are blanked first. A function is an outermost pair of braces whose head has a ')' and is no namespace, type or table.
BEGIN { max_function = 60; max_file = 600 }

FNR == 1 {
    finish_file()
    file = FILENAME; depth = 0; function_depth = 0; aside_depth = 0; in_comment = 0; raw_end = ""; head = ""
}

{
    lines = FNR
    scan(blank($0))
}

END { finish_file(); exit bad }

function finish_file() {
    if (file != "" && lines > max_file) report(file ": " lines " lines; the limit is " max_file)
}

function report(text) { print text; bad = 1 }

# The line without strings, character literals and comments.
function blank(line,   out, c, two, i, n) {
    out = ""
    n = length(line)
    for (i = 1; i <= n; ++i) {
        c = substr(line, i, 1)
        two = substr(line, i, 2)
        if (raw_end != "") {
            if (substr(line, i, length(raw_end)) == raw_end) { i += length(raw_end) - 1; raw_end = "" }
        } else if (in_comment) {
            if (two == "*/") { in_comment = 0; ++i }
        } else if (two == "//") {
            break
        } else if (two == "/*") {
            in_comment = 1; ++i
        } else if (two == "R\"" && match(substr(line, i + 2), /^[^(]*\(/)) {
            raw_end = ")" substr(line, i + 2, RLENGTH - 1) "\""
            i += 1 + RLENGTH
        } else if (c == "\"" || (c == "\047" && !(substr(line, i - 1, 1) ~ /[0-9a-fA-F]/ && i > 1))) {
            i = end_of_literal(line, i, c, n)
        } else {
            out = out c
        }
    }
    return out ~ /^[ \t]*#/ ? "" : out
}

function end_of_literal(line, i, quote, n,   c) {
    for (++i; i <= n; ++i) {
        c = substr(line, i, 1)
        if (c == "\\") ++i
        else if (c == quote) return i
    }
    return n
}

function scan(text,   i, n, c) {
    n = length(text)
    for (i = 1; i <= n; ++i) {
        c = substr(text, i, 1)
        if (c == "{") open_brace()
        else if (c == "}") close_brace()
        else if (c == ";" && !function_depth && !aside_depth) { if (head !~ /\([^)]*$/) head = "" }
        else if (!function_depth && !aside_depth) keep(c)
    }
    if (head != "") head = head " "
}

function keep(c) {
    if (head == "" && c ~ /[ \t]/) return
    if (head == "") head_line = FNR
    head = head c
}

function open_brace() {
    ++depth
    if (function_depth || aside_depth) return
    if (is_aside()) { aside_depth = depth; return }
    if (head ~ /\)/ && head !~ /^(namespace|struct|class|union|enum)[ \t]/ && head !~ /=[ \t]*$/) {
        function_depth = depth; start = head_line; name = head
    }
    head = ""
}

# Braces that a head goes on after: a default argument, or a member initialised with braces.
function is_aside(   text) {
    text = head
    if (gsub(/\(/, "", text) > gsub(/\)/, "", text)) return 1
    return head ~ /\)[^:]*[^:]:[^:]/ && head ~ /[A-Za-z0-9_>]$/
}

function close_brace() {
    if (function_depth == depth) {
        if (FNR - start + 1 > max_function) report_function()
        function_depth = 0
    }
    if (aside_depth == depth) aside_depth = 0
    else if (!function_depth && !aside_depth) head = ""
    --depth
}

function report_function() {
    gsub(/requires *\([^)]*\)/, "", name)
    sub(/\(.*/, "", name)
    sub(/^.*[ *&]/, "", name)
    report(file ":" start ": " name " has " (FNR - start + 1) " lines; the limit is " max_function)
}
