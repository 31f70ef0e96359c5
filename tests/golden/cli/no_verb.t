run: relit
exit: 2
---- err
A subcommand is required
Run with --help for more information.
